import { expect, it } from 'vitest';
import { createLeaveQuestion } from '#client/lib/upload/leave-question.ts';

/** Whether the browser would ask before it leaves the page. */
const asks = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('the browser asks before a page is left while something would be lost with it, and only then', () => {
  const question = createLeaveQuestion();
  expect(asks()).toBe(false);
  question.begin('one');
  question.begin('other');
  question.begin('one');
  expect(asks()).toBe(true);
  question.end('one');
  expect(asks()).toBe(true);
  question.end('unknown');
  question.end('other');
  expect(asks()).toBe(false);
  question.end('other');
  question.begin('other');
  expect(asks()).toBe(true);
  question.end('other');
  expect(asks()).toBe(false);
});
