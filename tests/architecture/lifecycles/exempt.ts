/** Events of shared/lifecycles that nothing sets off yet, each with the reason. One that gets a call leaves this list. */
export const EXEMPT: Readonly<Record<string, string>> = {};
