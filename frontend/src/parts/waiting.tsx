// Something is on its way. It is said to screen readers at once and shown only when it takes long enough to be noticed.
export function Waiting({ words = "Loading" }: { words?: string }) {
  return (
    <p class="gk-waiting" role="status">
      {words}…
    </p>
  );
}
