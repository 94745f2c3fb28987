import { factText, type FactField, type ReferenceService } from '#server/domains/content/reference/index.ts';
import type { FileViewer } from '#server/domains/content/files/index.ts';
import type { LotCard, LotDetails, Photo } from '#shared/api/site/lots.ts';
import type { LotCardTab, LotDocument, LotFlow, LotTabDetails } from '#shared/api/site/lot-tabs.ts';
import type { DocumentView } from '#shared/api/cabinet/files.ts';
import type { OrderState } from '#shared/lifecycles/order.ts';
import { CURRENT_STATUSES } from '#shared/lifecycles/lot-tabs.ts';
import type { LotFacts } from '../lot-tables.ts';
import type { LotsService } from '../lots.service.ts';
import { namesOfKinds } from './property-kinds.ts';
import { documentPdf } from './lot-document-pdf.ts';
import type { LotCardRepository } from './lot-card.repository.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';

const FEATURED_MAX = 12;

/** One file as it is sent. */
interface DocumentFile {
  name: string;
  mediaType: string;
  /** Of the bytes, hex: an unchanging file's name for caches. */
  sha256: string;
  body: Buffer;
}

/** The viewer of a lot; null: not signed in. */
type LotViewer = FileViewer | null;

export interface LotCardService {
  /** null: no such lot. */
  tab(lotId: number, tab: LotCardTab, viewer?: LotViewer): Promise<LotTabDetails | null>;
  flows(lotId: number, viewer: LotViewer): Promise<LotFlow[] | null>;
  /** Other lots of the same order. @param page from 0 */
  siblings(
    lotId: number,
    page: { page: number; size: number },
    viewer: LotViewer,
  ): Promise<{ items: LotCard[]; total: number } | null>;
  featured(now?: Date): Promise<LotCard[]>;
  /** Photos that the details do not have and this viewer may see, as they are shown behind the others. */
  hiddenPhotos(lotId: number, viewer: LotViewer): Promise<LotDetails['photos']>;
  /** Whether this viewer may open the file of a photo not marked visible. @param url as the lot has it, without a query */
  mayOpenHidden(lotId: number, url: string, viewer: LotViewer): Promise<boolean>;
  /** null: no such document of this lot. */
  document(lotId: number, id: number): Promise<DocumentFile | null>;
}

export interface LotCardDeps {
  repository: LotCardRepository;
  lots: Pick<LotsService, 'details' | 'cards'>;
  /** The lists that name units and kinds of property. */
  reference: Pick<ReferenceService, 'listEntries'>;
  /** Fields of a category, in their order. */
  fieldsOf: (categoryId: number) => Promise<readonly FactField[]>;
  /** Name of a group of categories. */
  groupName: (groupId: number) => Promise<LotDetails['category'] | null>;
  /** null: there is no such order. */
  orderStatus: (orderId: number) => Promise<OrderState | null>;
  /** Uploaded documents that this viewer may read. */
  filesOf: (lotId: number, viewer: LotViewer) => Promise<readonly DocumentView[]>;
}

/** Address of a document's file. */
const documentUrl = (lotId: number, id: number): string => `/api/shop/lot-card/document/${lotId}/${id}`;

const stayOf = (days: number | null) => (days === 0 ? 'until-sold' : days);

export function createLotCardService(deps: LotCardDeps): LotCardService {
  const { repository, lots, reference, fieldsOf, groupName, orderStatus, filesOf } = deps;

  /** Photos not marked visible: for the owner and staff only. */
  async function hiddenFor(lotId: number, viewer: LotViewer): Promise<Photo[]> {
    if (!viewer) return [];
    const hidden = await repository.hiddenPhotos(lotId);
    const staff = hasRight(viewer.roles, 'seeHiddenPhotos');
    return hidden && (staff || hidden.ownerId === viewer.personId) ? hidden.photos : [];
  }

  async function facts(categoryId: number, values: LotFacts) {
    const fields = await fieldsOf(categoryId);
    return fields.flatMap((field) => {
      const given = values[field.code];
      const value = given === undefined ? null : factText(field, given);
      return value ? [{ label: field.label, value }] : [];
    });
  }

  /** The file, rendered at its first request. */
  async function file(id: number) {
    const found = await repository.document(id);
    if (!found || found.body || !found.draft) return found;
    await repository.keepBody(id, await documentPdf(found.draft));
    // Read again: a concurrent request may have stored it first, and all get the same bytes.
    return repository.document(id);
  }

  async function documents(lotId: number, viewer: LotViewer): Promise<LotDocument[]> {
    const listed: LotDocument[] = [];
    for (const { id, name, mediaType, sizeBytes } of await repository.documents(lotId)) {
      const size = sizeBytes ?? (await file(id))?.sizeBytes;
      if (size) listed.push({ id, name, mediaType, sizeBytes: size, url: documentUrl(lotId, id) });
    }
    for (const { id, name, type: mediaType, sizeBytes, url } of await filesOf(lotId, viewer))
      listed.push({ id, name: { uz: name, ru: name, 'uz-Cyrl': name, en: name }, mediaType, sizeBytes, url });
    return listed;
  }

  /** null: no such lot, or a rehearsal, which staff alone may see. */
  const seen = (lotId: number, viewer: LotViewer) =>
    lots.details(lotId, { staff: hasRight(viewer?.roles ?? [], 'watchRooms') });

  async function inOrder(ids: readonly number[]): Promise<LotCard[]> {
    const cards = new Map((await lots.cards(ids)).map((card) => [card.id, card]));
    return ids.flatMap((id) => cards.get(id) ?? []);
  }

  return {
    async tab(lotId, tab, viewer = null) {
      const [details, beside] = await Promise.all([seen(lotId, viewer), repository.beside(lotId)]);
      if (!details || !beside) return null;
      if (tab === 'documents') return { tab, documents: await documents(lotId, viewer) };
      if (tab === 'customer')
        return {
          tab,
          ...details.customer,
          address: beside.customer_address,
          extraPhone: beside.customer_extra_phone,
        };
      if (tab === 'lot') {
        const { number, status, tradeType, orderType, ruleSet, ruleSetVersion, rules } = details;
        const { startPriceTiyin, depositTiyin, depositPercent, firstStepTiyin, firstStepPercent } = details;
        const { firstSuggestedTiyin, paymentWorkingDays, instalmentMonths, rent } = details;
        const { publishedAtMs, applicationsUntilMs, opensAtMs, closesAtMs } = details;
        return {
          tab,
          number,
          status,
          tradeType,
          orderType,
          ruleSet,
          ruleSetVersion,
          rules,
          startPriceTiyin,
          depositTiyin,
          depositPercent,
          firstStepTiyin,
          firstStepPercent,
          firstSuggestedTiyin,
          paymentWorkingDays,
          instalmentMonths,
          rent,
          publishedAtMs,
          applicationsUntilMs,
          opensAtMs,
          closesAtMs,
          orderId: beside.order_id,
          orderLots: Math.max(1, beside.order_lots ?? 1),
          orderStatus: beside.order_id === null ? null : await orderStatus(beside.order_id),
          stayDays: stayOf(beside.stay_days),
          firstPartBp: beside.first_part_bp,
          estimatedPriceTiyin: beside.estimated_price_tiyin,
        };
      }
      const { description, category, region, area, address, latitude, longitude, quantity } = details;
      return {
        tab,
        description,
        category,
        region,
        area,
        address,
        latitude,
        longitude,
        quantity,
        group: (await groupName(details.groupId)) ?? category,
        tenure:
          beside.tenure === 'rent' ? { kind: 'rent', months: beside.rent_months } : { kind: 'ownership' },
        ...(await namesOfKinds(reference, {
          unit: beside.unit,
          propertyType: beside.property_type,
          categoryType: beside.category_type,
        })),
        facts: await facts(details.categoryId, beside.facts),
      };
    },

    flows: async (lotId, viewer) => ((await seen(lotId, viewer)) ? repository.flows(lotId) : null),

    async siblings(lotId, { page, size }, viewer) {
      if (!(await seen(lotId, viewer))) return null;
      const found = await repository.siblings(lotId, size, page * size);
      return found && { items: await inOrder(found.ids), total: found.total };
    },

    async featured(now = new Date()) {
      return inOrder(await repository.featured(now, CURRENT_STATUSES, FEATURED_MAX));
    },

    async hiddenPhotos(lotId, viewer) {
      return (await hiddenFor(lotId, viewer)).map((photo) => ({
        ...photo,
        // Of an earlier release: the address contains the lot, which decides who may open the file.
        ...(photo.sizes ? {} : { url: `${photo.url}?lot=${lotId}` }),
        hidden: true as const,
      }));
    },

    mayOpenHidden: async (lotId, url, viewer) =>
      (await hiddenFor(lotId, viewer)).some((photo) => photo.url === url),

    async document(lotId, id) {
      const found = await file(id);
      if (!found || found.lotId !== lotId || !found.body || !found.sha256) return null;
      return { name: found.fileName, mediaType: found.mediaType, sha256: found.sha256, body: found.body };
    },
  };
}
