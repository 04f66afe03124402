// The solution as a file, and its place in the library.
import { Keep } from "../../desk/library";
import { Panel } from "../../parts/panel";

const FORMATS = [
  { format: "parquet", words: "every information set as a table, for data tools" },
  { format: "json", words: "the same as text" },
  { format: "html", words: "a report to read and to send: one file, which needs no server" },
];

export function Downloads({ job }: { job: string }) {
  return (
    <Panel title="Keep it">
      <Keep job={job} />
      <ul class="gk-stack gk-downloads">
        {FORMATS.map(({ format, words }) => (
          <li key={format}>
            <a class="gk-button" href={`/api/jobs/${encodeURIComponent(job)}/file?format=${format}`} download>
              {format}
            </a>
            <span class="gk-quiet">{words}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
