// Sentences about a game: what stands between backticks is code, and numbers have a real minus.
import { minus } from "./prose";

export function Prose({ text }: { text: string }) {
  return <>{text.split("`").map((part, index) => (index % 2 ? <code key={index}>{part}</code> : minus(part)))}</>;
}
