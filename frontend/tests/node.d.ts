// What the tests use of Node: the page itself runs in browsers, so that Node's types are not a dependency.
declare module "node:test" {
  interface Timers {
    enable(options: { apis: ("setTimeout" | "Date")[]; now?: number }): void;
    tick(milliseconds: number): void;
    reset(): void;
  }
  export interface Context {
    mock: { timers: Timers };
    after(done: () => unknown): void;
  }
  export function test(name: string, run: (context: Context) => void | Promise<void>): void;
}
declare module "node:assert/strict" {
  interface Assert {
    equal(actual: unknown, expected: unknown, message?: string): void;
    deepEqual(actual: unknown, expected: unknown, message?: string): void;
    ok(value: unknown, message?: string): asserts value;
    match(text: string, pattern: RegExp): void;
    throws(run: () => unknown, expected?: RegExp): void;
    rejects(promise: Promise<unknown>, expected?: RegExp | ((thrown: never) => boolean)): Promise<void>;
  }
  const assert: Assert;
  export default assert;
}
declare module "node:zlib" {
  export function gzipSync(text: string): Uint8Array;
}
declare module "node:http" {
  interface Request {
    method: string;
    url: string;
    on(event: "data", heard: (part: { toString(): string }) => void): void;
    on(event: "end", heard: () => void): void;
  }
  interface Response {
    writeHead(status: number, headers?: Record<string, string>): Response;
    end(text: string): void;
  }
  export function createServer(answer: (request: Request, response: Response) => void): {
    listen(port: number, host: string, listening: () => void): void;
    address(): { port: number };
    close(): void;
    closeAllConnections(): void;
  };
}
