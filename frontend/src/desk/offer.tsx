// Another tab has left a draft of what is edited here: go on with it, or begin anew.
import type { Kept } from "./drafts";
import { ago } from "./job-words";

export function Offer({ offered, answer }: { offered: Kept; answer(takes: boolean): void }) {
  return (
    <section class="desk-offer" aria-label="A kept draft">
      <p>
        A draft of <span class="gk-facts">{offered.draft.file}</span> is kept in this browser, last changed{" "}
        {ago(new Date(offered.when).toISOString())} in another tab.
      </p>
      <span class="desk-row">
        <button type="button" class="gk-button" onClick={() => answer(true)}>
          Go on with it
        </button>
        <button type="button" class="gk-button" onClick={() => answer(false)}>
          Begin anew
        </button>
      </span>
    </section>
  );
}
