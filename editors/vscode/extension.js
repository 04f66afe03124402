// Starts `galakit lsp` for Gala files.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const command = workspace.getConfiguration("galakit").get("command");
  const server = { command, args: ["lsp"] };
  client = new LanguageClient("galakit", "Gala", server, { documentSelector: [{ language: "gala" }] });
  return client.start();
};

exports.deactivate = () => client && client.stop();
