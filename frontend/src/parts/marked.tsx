// A message with code in it: what stands between backticks is shown as code.
export function Marked({ text }: { text: string }) {
  return <>{text.split("`").map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part))}</>;
}
