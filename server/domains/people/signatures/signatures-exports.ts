import { listExport, lotFilter as idFilter, type ExportSource } from '#server/platform/modules/index.ts';
import { keyStatus } from './key-status.ts';
import type { ConsentsService } from './consents.service.ts';
import type { SignaturesService } from './signatures.service.ts';

type NamesOf = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Documents that the person has signed. */
export const signedDocumentsExport = (signatures: Pick<SignaturesService, 'documents'>): ExportSource =>
  listExport({
    title: 'e-signature:contracts.signed',
    filters: {},
    list: ({ page, size }, { personId }) =>
      signatures.documents(personId, { limit: size, offset: (page - 1) * size }),
    id: ({ id }) => id,
    columns: [
      {
        head: 'e-signature:contracts.column.document',
        kind: 'text',
        value: ({ kind, subject }, { text }) => text(`e-signature:contracts.kind.${kind}`, { subject }),
      },
      { head: 'e-signature:contracts.column.signedAt', kind: 'time', value: ({ signedAt }) => signedAt },
      { head: 'e-signature:contracts.column.owner', kind: 'text', value: ({ owner }) => owner },
      { head: 'e-signature:contracts.column.serial', kind: 'text', value: ({ serial }) => serial },
      { head: 'exports:column.sha256', kind: 'text', value: ({ sha256 }) => sha256 },
    ],
  });

/** Keys that have signed for the person. */
export const signatureKeysExport = (signatures: Pick<SignaturesService, 'keys'>): ExportSource =>
  listExport({
    title: 'e-signature:keys.title',
    filters: {},
    async list({ page, size }, { personId }) {
      const all = await signatures.keys(personId);
      return { items: all.slice((page - 1) * size, page * size), total: all.length };
    },
    id: ({ serial }) => serial,
    columns: [
      { head: 'e-signature:keys.column.owner', kind: 'text', value: ({ owner }) => owner },
      {
        head: 'exports:column.nationalId',
        kind: 'text',
        value: ({ kind, pinfl, tin }) => (kind === 'legal' ? tin : pinfl),
      },
      { head: 'e-signature:contracts.column.serial', kind: 'text', value: ({ serial }) => serial },
      { head: 'exports:column.validFrom', kind: 'time', value: ({ validFrom }) => validFrom },
      { head: 'exports:column.validTo', kind: 'time', value: ({ validTo }) => validTo },
      {
        head: 'e-signature:keys.column.status',
        kind: 'text',
        value: (key, { text }) => text(`e-signature:keys.status.${keyStatus(key, Date.now())}`),
      },
      { head: 'e-signature:keys.column.used', kind: 'time', value: ({ lastUsedAt }) => lastUsedAt },
    ],
  });

/** Versions of the offer, for staff. */
export const consentVersionsExport = (
  consents: Pick<ConsentsService, 'versions'>,
  namesOf: NamesOf,
): ExportSource =>
  listExport({
    title: 'e-signature:console.title',
    right: 'readConsents',
    filters: {},
    async list({ page, size }) {
      const all = await consents.versions();
      const cut = all.slice((page - 1) * size, page * size);
      const names = await namesOf(cut.flatMap(({ addedBy }) => addedBy ?? []));
      return {
        items: cut.map((row) => ({ ...row, by: row.addedBy && (names.get(row.addedBy) ?? null) })),
        total: all.length,
      };
    },
    id: ({ version }) => version,
    columns: [
      { head: 'e-signature:console.column.version', kind: 'number', value: ({ version }) => version },
      { head: 'e-signature:console.column.effective', kind: 'day', value: ({ effectiveOn }) => effectiveOn },
      { head: 'e-signature:console.column.deadline', kind: 'day', value: ({ deadlineOn }) => deadlineOn },
      {
        head: 'e-signature:console.column.by',
        kind: 'text',
        value: ({ by }, { text }) => by ?? text('e-signature:console.shipped'),
      },
      { head: 'e-signature:console.column.agreed', kind: 'number', value: ({ agreedCount }) => agreedCount },
      {
        head: 'e-signature:console.column.refused',
        kind: 'number',
        value: ({ refusedCount }) => refusedCount,
      },
    ],
  });

/** What people said to one version of the offer, for staff. */
export const consentPeopleExport = (
  consents: Pick<ConsentsService, 'answers'>,
  namesOf: NamesOf,
): ExportSource =>
  listExport({
    title: 'e-signature:console.people',
    right: 'readConsents',
    filters: { version: idFilter.unwrap() },
    async list({ version, page, size }) {
      const { items, total } = await consents.answers(version, { limit: size, offset: (page - 1) * size });
      const names = await namesOf([...new Set(items.map(({ personId }) => personId))]);
      return { items: items.map((row) => ({ ...row, name: names.get(row.personId) ?? null })), total };
    },
    id: ({ personId, at }) => `${personId} ${at.getTime()}`,
    columns: [
      { head: 'e-signature:console.person', kind: 'text', value: ({ name }) => name },
      {
        head: 'e-signature:console.answer',
        kind: 'text',
        value: ({ agreed }, { text }) => text(`e-signature:console.${agreed ? 'agreed' : 'refused'}`),
      },
      { head: 'e-signature:console.at', kind: 'time', value: ({ at }) => at },
      { head: 'e-signature:console.serial', kind: 'text', value: ({ serial }) => serial },
      { head: 'e-signature:console.reason', kind: 'text', value: ({ reason }) => reason },
    ],
  });
