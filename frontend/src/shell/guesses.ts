// Suggestions for mistyped addresses: plurals, other names, terms of the interface for programs.

type Guess = readonly [RegExp, string];

const ON_PAGE: readonly Guess[] = [
  [/^\/(?:jobs|games|home|start|index(?:\.html)?)$/, "/"],
  [/^\/(?:new|rules|editor|write)$/, "/edit"],
  [/^\/(?:edit|rules|solve)\/([^/]+)$/, "/edit?game=$1"],
  [/^\/game\/([^/]+)$/, "/games/$1"],
  [/^\/(?:job|study|api\/jobs)\/(.+)$/, "/jobs/$1"],
];

const IN_STUDY: readonly Guess[] = [
  [/^study\/(.+)$/, "$1"],
  [/^(?:sets|information[-_]?sets?)\/([^/]+)$/, "set/$1"],
  [/^(?:set|information[-_]?sets?)$/, "sets"],
  [/^nodes?(?:\/([^/]+))?$/, "tree/$1"],
  [/^players?\/([^/]+)(?:\/(?:grid|situations|strategy))?$/, "grid/$1"],
  [/^(?:players|situations|strategy|strategies)$/, "grid"],
  [/^strateg(?:y|ies)\/([^/]+)$/, "grid/$1"],
  [/^(?:solution|summary|certificate|method|file)$/, "overview"],
  [/^(?:comparison|comparisons)$/, "compare"],
  [/^(?:simulation|simulations)$/, "simulate"],
  [/^(?:table|tables|hand|hands)(?:\/.*)?$/, "play"],
  [/^(?:locks?|locked|exploit)$/, "lock"],
  [/^(?:locks?|locked|exploit)\/([^/?]+)$/, "lock?set=$1"],
  [/^(?:edit|game|source)$/, "rules"],
];

function meant(guesses: readonly Guess[], path: string): string | undefined {
  const plain = path.replace(/\/+$/, "");
  const found = guesses.find(([pattern]) => pattern.test(plain));
  return found && plain.replace(found[0], found[1]).replace(/\/+$/, "");
}

/** The suggestion for an unknown address of the page. */
export const meantOnPage = (path: string): string | undefined => {
  const found = meant(ON_PAGE, path);
  return found === "" ? "/" : found;
};

/** The suggestion for an unknown view of a study. */
export const meantInStudy = (below: string): string | undefined => meant(IN_STUDY, below);
