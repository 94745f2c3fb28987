/** What tests, which are TypeScript, use of it. */
export interface UnprivilegedWay {
  kind: string;
  owner?: number;
  wrap(file: string, args: string[]): [string, string[]];
}
export function unprivilegedWay(): UnprivilegedWay;
