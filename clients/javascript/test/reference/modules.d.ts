// As much of node's modules as the examples use.
declare module 'node:assert/strict' {
  const assert: any;
  export default assert;
}

declare module 'node:net' {
  export const createServer: any;
}

declare module 'node:test' {
  export const after: any;
  export const test: any;
}
