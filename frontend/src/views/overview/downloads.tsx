// The solution as a file.
import { Panel } from "../../parts/panel";

const FORMATS = [
  { format: "parquet", words: "every information set as a table, for data tools" },
  { format: "json", words: "the same as text" },
];

export function Downloads({ job }: { job: string }) {
  return (
    <Panel title="Download">
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
