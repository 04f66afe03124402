// A link to another place of the page: a real one where places have addresses, so it can be copied and opened elsewhere.
import type { AnchorHTMLAttributes, ComponentChildren } from "preact";
import { useRouter } from "./context";

interface Props extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "role"> {
  to: string;
  children: ComponentChildren;
  replace?: boolean;
}

export function Link({ to, children, replace, onClick, ...rest }: Props) {
  const router = useRouter();
  const address = router.href(to);
  return (
    <a
      {...rest}
      // Without an address it would be no link for keyboard and screen reader.
      href={address ?? "#"}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented) return;
        const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0;
        if (elsewhere && address !== undefined) return;
        event.preventDefault();
        router.go(to, replace ? "replace" : "push");
      }}
    >
      {children}
    </a>
  );
}
