// Lets a reader of the reference send requests and see the answers. Without it, the page is a text.
document.documentElement.classList.add("live");

function asked(form) {
  const given = new Map([...form.querySelectorAll("input")].map((input) => [input.name, input.value.trim()]));
  const path = form.dataset.path.replace(/\{(\w+)\}/g, (_, name) => {
    const value = given.get(name);
    given.delete(name);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams([...given].filter(([, value]) => value !== ""));
  return query.size ? `${path}?${query}` : path;
}

async function send(form) {
  const { method } = form.dataset;
  const address = asked(form);
  const body = form.querySelector("textarea")?.value;
  const output = form.querySelector("output");
  output.textContent = `${method} ${address}\n…`;
  try {
    const headers = body === undefined ? {} : { "Content-Type": "application/json" };
    const answer = await fetch(address, { method, body, headers });
    const found = await answer.json();
    output.textContent = `${method} ${address}\n${answer.status} ${answer.statusText}\n\n${JSON.stringify(found, null, 2)}`;
    if (answer.ok && form.id === "try-orderJob") named("job", found.id);
    if (answer.ok && form.id === "try-sitDown") named("table", found.id);
  } catch (error) {
    output.textContent = `${method} ${address}\n${error.message}: is the server still running?`;
  }
}

// What was just made is what one asks about next.
function named(name, id) {
  for (const input of document.querySelectorAll(`input[name="${name}"]`)) input.value = id;
}

for (const form of document.querySelectorAll("form")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
}
