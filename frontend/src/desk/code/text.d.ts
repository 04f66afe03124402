// Text files that the bundler puts into the page.
declare module "*.txt" {
  const text: string;
  export default text;
}
