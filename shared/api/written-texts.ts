import { z } from 'zod';
import { hasHiddenMark } from '../text/hidden-marks.ts';

/** Code of the refusal, and what a field's schema says of it. */
export const HIDDEN_MARKS = 'hidden-marks';

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
