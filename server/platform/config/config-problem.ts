import type { z } from 'zod';

const describe = (issue: z.core.$ZodIssue): string => {
  const name = issue.path.join('.');
  const missing = issue.code === 'invalid_type' && issue.input === undefined;
  return missing ? `${name} is missing` : `${name}: ${issue.message}`;
};

/** Invalid settings: one line per problem, for the person who starts the server. */
export class ConfigProblem extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The settings are not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigProblem';
    this.problems = problems;
  }

  /** @param further problems found besides */
  static of(issues: readonly z.core.$ZodIssue[], further: readonly string[] = []): ConfigProblem {
    return new ConfigProblem([...issues.map(describe), ...further]);
  }
}
