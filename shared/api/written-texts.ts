import { z } from 'zod';
import { hasAccountDigits } from '../content/account-digits.ts';
import { hasHiddenMark } from '../text/hidden-marks.ts';

/** Codes of the refusals, and what a field's schema says of it. */
export const HIDDEN_MARKS = 'hidden-marks';
export const ACCOUNT_NAMED = 'account-digits';

/** Text of one or several lines that somebody writes and others read, without marks that are not seen. Lengths in characters. */
export const writtenText = (min: number, max: number): z.ZodString =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .refine((text) => !hasHiddenMark(text, true), HIDDEN_MARKS);

/** The same on one line: names, titles, numbers of documents. */
export const writtenLine = (min: number, max: number): z.ZodString =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .refine((text) => !hasHiddenMark(text), HIDDEN_MARKS);

/**
 * What one person alone writes and others read as words of the platform: the reason of a decision in a message, what a lot says. It
 * names no card and no account, so that no one is led to pay there.
 */
export const textWithoutAccounts = (min: number, max: number): z.ZodString =>
  writtenText(min, max).refine((text) => !hasAccountDigits(text), ACCOUNT_NAMED);

/** The same on one line. */
export const lineWithoutAccounts = (min: number, max: number): z.ZodString =>
  writtenLine(min, max).refine((text) => !hasAccountDigits(text), ACCOUNT_NAMED);
