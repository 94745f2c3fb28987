/** `problem`: people or promises suffer. `warning`: accepted, and worth a look. */
export interface Finding {
  state: 'good' | 'warning' | 'problem';
  /** What was found, or what is wrong and what to do about it. */
  text: string;
}

export const good = (text: string): Finding => ({ state: 'good', text });
export const warning = (text: string): Finding => ({ state: 'warning', text });
export const problem = (text: string): Finding => ({ state: 'problem', text });

/** What a look found, or that it could not look. */
export async function looked(what: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    // Not retried: that it cannot be looked at is the answer.
    return [
      problem(`${what} cannot be looked at: ${error instanceof Error ? error.message : String(error)}`),
    ];
  }
}
