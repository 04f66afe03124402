// A share of one as a bar.
export function ShareBar({ share, colour = "var(--gk-accent)" }: { share: number | null; colour?: string }) {
  return (
    <span class="gk-share" aria-hidden="true">
      {share !== null && share > 0 && <span style={{ width: `${Math.min(share, 1) * 100}%`, background: colour }} />}
    </span>
  );
}
