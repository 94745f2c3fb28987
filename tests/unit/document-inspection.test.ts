import { expect, test } from 'vitest';
import { magicOf, refuseMixed } from '#server/domains/content/files/inspection/content-type.ts';
import { inspectOffice } from '#server/domains/content/files/inspection/inspect-office.ts';
import { inspectPdf } from '#server/domains/content/files/inspection/inspect-pdf.ts';
import { Refused } from '#server/domains/content/files/inspection/inspection.ts';
import { disguisedDocuments } from '../fixtures/disguised-documents.ts';
import { hostileDocuments } from '../fixtures/hostile-documents.ts';
import { harmlessDocuments } from '../fixtures/harmless-documents.ts';

/** What the inspecting process does with a document. */
async function refusalOf(bytes: Buffer): Promise<string | null> {
  try {
    const magic = magicOf(bytes);
    refuseMixed(bytes, magic);
    if (magic === 'zip') await inspectOffice(bytes);
    else inspectPdf(bytes);
    return null;
  } catch (error) {
    // Not retried: anything but a refusal is a fault of the inspection.
    if (!(error instanceof Refused)) throw error;
    return error.refusal;
  }
}

test.each([...hostileDocuments(), ...disguisedDocuments()])(
  '$what is refused',
  async ({ bytes, refusal }) => {
    expect(await refusalOf(bytes)).toBe(refusal);
  },
);

test.each(harmlessDocuments())('$what is taken', async ({ bytes }) => {
  expect(await refusalOf(bytes)).toBeNull();
});
