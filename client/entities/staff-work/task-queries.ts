/** First part of the keys of tasks about one thing. */
export const TASKS_KEY = ['console-tasks-about'] as const;
