// A link from a solution back to its rules: the editor opens with the order.
import { useEffect } from "preact/hooks";
import { Waiting } from "../parts/waiting";
import { useRouter, useStudy } from "../shell/context";

export function RulesView() {
  const router = useRouter();
  const { job } = useStudy();
  useEffect(() => router.go(`/edit?job=${encodeURIComponent(job!)}`, "replace"), [job]);
  return <Waiting words="Opening the rules" />;
}
