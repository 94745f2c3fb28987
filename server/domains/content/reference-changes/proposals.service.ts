import { isDeepStrictEqual } from 'node:util';
import { createTurningDown, mustStillDecide } from '#server/domains/people/accounts/index.ts';
import {
  choicesOfLot,
  createRulesEditing,
  termsOfStartPrice,
  type ReferenceService,
} from '#server/domains/content/reference/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import type { RuleSetName } from '#shared/api/site/lots.ts';
import type { ProposedContent, ReferenceProposal } from '#shared/api/console/reference-proposals.ts';
import type { Role } from '#shared/api/contract.ts';
import type { AuctionRules } from '#shared/auction/rules.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { REFERENCE_PROPOSAL } from '#shared/lifecycles/reference-proposal.ts';
import { formatMoney } from '#shared/money/money.ts';
import { figureProblems } from '#shared/rule-sets/figure-problems.ts';
import type { FigureProblem } from '#shared/rule-sets/figure-texts.ts';
import type { RuleSetFigures } from '#shared/rule-sets/rule-set-figures.ts';
import { dayText, startOfDay, tashkentDateTime, tashkentDay } from '#shared/time/tashkent.ts';
import type { Recording, ReferenceStaff } from './change-history.ts';
import { proposalView, type Latest } from './proposal-view.ts';
import { createProposals, targetOf, type StoredProposal } from './proposals.repository.ts';

/** A lot with the terms that it was published by. */
interface PublishedLot {
  id: number;
  title: LocalizedText;
  start_price_tiyin: number;
  deposit_bp: number;
  payment_working_days: number;
  rules: AuctionRules;
  rule_set_name: RuleSetName;
  rule_set_version: number;
}

export interface ProposalsDeps {
  db: AnyDb;
  reference: Pick<ReferenceService, 'ruleSetAt' | 'ruleSetOf' | 'baseAmountAt' | 'workingCalendar' | 'isMfo'>;
  /** null: there is no such lot. */
  lotOf(lotId: number): Promise<PublishedLot | null>;
  record: Recording;
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  now: () => number;
}

interface Reader {
  personId: string;
  roles: readonly Role[];
}
export interface Proposed {
  /** The latest version or row that was read. */
  base: string;
  content: ProposedContent;
  reason: string;
}

/** Between the approval and the first lot published by it: longer than any transaction takes. */
const AHEAD_MS = 60_000;

/** The instant from which it would be in force. */
const startOf = (content: ProposedContent): Date =>
  content.kind === 'rule-set'
    ? new Date(content.validFromMs)
    : new Date(startOfDay(Date.parse(`${content.validFrom}T12:00:00+05:00`)));

const matterOf = (content: ProposedContent) =>
  `reference-change:${content.kind === 'rule-set' ? targetOf(content) : content.kind}` as const;

const shown = (content: ProposedContent): string =>
  content.kind === 'rule-set'
    ? tashkentDateTime(content.validFromMs)
    : `${formatMoney(content.amountTiyin)}, ${dayText(content.validFrom)}`;

/** Rule sets and base amounts: one member of staff proposes, another one approves; nothing is ever in force before now. */
export function createProposalsService({ db, reference, record, isSamePerson, lotOf, now }: ProposalsDeps) {
  const turning = createTurningDown(isSamePerson);

  /** What a proposal of this kind follows; of a rule set locked until the transaction ends. */
  async function latestOf(on: AnyDb, content: ProposedContent, lock: boolean): Promise<Latest> {
    const editing = createRulesEditing(on);
    if (content.kind === 'base-amount') {
      const [latest] = await editing.baseAmounts();
      return { base: latest ? `${latest.validFrom} ${latest.amountTiyin}` : '', validFrom: null };
    }
    if (lock) {
      const newest = await editing.lockNewest(content.name);
      return { base: String(newest.version), validFrom: newest.validFrom };
    }
    const newest = (await editing.versions()).find(({ name }) => name === content.name)!;
    return { base: String(newest.version), validFrom: newest.validFrom };
  }

  async function mustHaveLot(lotId: number): Promise<PublishedLot> {
    const lot = await lotOf(lotId);
    if (!lot) throw notFound('lots.not-found');
    return lot;
  }

  /** @throws what forbids it to be in force from its date */
  function mustBeAhead(content: ProposedContent, latest: Latest): void {
    const from = startOf(content).getTime();
    // A version that begins before one that is decided already would never be in force as announced.
    if (from < now() + AHEAD_MS || (latest.validFrom !== null && from < latest.validFrom.getTime()))
      throw ruleForbids('reference.not-ahead');
  }

  /** With those that only the directory of banks knows. */
  async function problemsOf(...judged: Parameters<typeof figureProblems>): Promise<FigureProblem[]> {
    const problems = figureProblems(...judged);
    for (const [at, { account }] of (judged[1].payoutShares ?? []).entries()) {
      const path = `payoutShares.${at}.mfo`;
      if (!account || problems.some((found) => found.path === path)) continue;
      if ((await reference.isMfo(account.mfo)) === false) problems.push({ path, problem: 'mfo-unknown' });
    }
    return problems;
  }

  async function judge(on: AnyDb, { base, content }: Proposed): Promise<void> {
    const latest = await latestOf(on, content, true);
    if (latest.base !== base) throw conflict('reference.changed');
    mustBeAhead(content, latest);
    if (content.kind === 'base-amount') {
      const { amountTiyin } = await reference.baseAmountAt(startOf(content));
      if (amountTiyin === content.amountTiyin) throw ruleForbids('reference.same');
      return;
    }
    const versions = await createRulesEditing(on).versions();
    const newest = versions.find(({ name }) => name === content.name)!;
    const problems = await problemsOf(content.name, content.figures, newest.figures);
    if (problems.length > 0) throw ruleForbids('reference.figures', { details: { problems } });
    if (isDeepStrictEqual(content.figures, newest.figures)) throw ruleForbids('reference.same');
  }

  const view = async (row: StoredProposal, reader: Reader): Promise<ReferenceProposal> =>
    proposalView(row, await latestOf(db, row.content, false), reader, now());

  async function one(id: number, reader: Reader): Promise<ReferenceProposal> {
    const row = await createProposals(db).find(id);
    if (!row) throw notFound();
    return view(row, reader);
  }

  /** A change of a proposal under its lock. @throws 404; 409 `reference.decided`, `reference.changed` */
  const onLocked = (
    id: number,
    seen: number | null,
    event: 'change' | 'approve' | 'turn-down' | 'withdraw',
    work: (tx: AnyDb, row: StoredProposal) => Promise<void>,
  ): Promise<void> =>
    inTransaction(db, async (tx) => {
      const row = await createProposals(tx).lock(id);
      if (!row) throw notFound();
      if (!allows(REFERENCE_PROPOSAL, row.state, event)) throw conflict('reference.decided');
      if (seen !== null && row.version !== seen) throw conflict('reference.changed');
      await work(tx, row);
    });

  const history = (
    event: 'propose' | 'change' | 'approve' | 'turn-down' | 'withdraw',
    content: ProposedContent,
    { before = null, reason = null }: { before?: ProposedContent | null; reason?: string | null },
  ) => ({
    kind: content.kind,
    action: event,
    reason,
    subject: content.kind === 'rule-set' ? targetOf(content) : dayText(content.validFrom),
    before: before && { text: shown(before), content: before },
    after: { text: shown(content), content },
  });

  const mustBeSecond = async (tx: AnyDb, row: StoredProposal, by: ReferenceStaff): Promise<void> => {
    if (await isSamePerson(tx, row.proposed_by, by.personId)) throw conflict('reference.second-person');
  };

  return {
    view,

    async ruleSets(reader: Reader) {
      const at = now();
      const [versions, open] = await Promise.all([
        createRulesEditing(db).versions(),
        createProposals(db).open(),
      ]);
      const names = [...new Set(versions.map(({ name }) => name))];
      return Promise.all(
        names.map(async (name) => {
          const own = versions.filter((each) => each.name === name);
          const inForce = own.find(({ validFrom }) => validFrom.getTime() <= at)!.version;
          const proposal = open.find(({ kind, target }) => kind === 'rule-set' && target === name);
          return {
            name,
            inForce,
            base: String(own[0]!.version),
            versions: own.map(({ version, validFrom, figures }) => ({
              version,
              figures,
              validFromMs: validFrom.getTime(),
              state: stateOf(version - inForce),
            })),
            open: proposal ? await view(proposal, reader) : null,
          };
        }),
      );
    },

    async baseAmounts(reader: Reader) {
      const today = tashkentDay(now());
      const rows = await createRulesEditing(db).baseAmounts();
      const at = rows.findIndex(({ validFrom }) => validFrom <= today);
      const [latest] = rows;
      const proposal = (await createProposals(db).open()).find(({ kind }) => kind === 'base-amount');
      return {
        base: latest ? `${latest.validFrom} ${latest.amountTiyin}` : '',
        items: rows.map((row, place) => ({ ...row, state: stateOf(at - place) })),
        open: proposal ? await view(proposal, reader) : null,
      };
    },

    /** What figures would do to a start price or to a lot, beside the version in force. */
    async preview(
      name: RuleSetName,
      { figures, about }: { figures: RuleSetFigures; about: { startPriceTiyin: number } | { lotId: number } },
    ) {
      const publishedAt = new Date(now());
      const [inForce, base, calendar, published] = await Promise.all([
        reference.ruleSetAt(name, publishedAt),
        reference.baseAmountAt(publishedAt),
        reference.workingCalendar(),
        'lotId' in about ? mustHaveLot(about.lotId) : null,
      ]);
      const lot = {
        startPriceTiyin: 'startPriceTiyin' in about ? about.startPriceTiyin : published!.start_price_tiyin,
        baseAmountTiyin: base.amountTiyin,
        publishedAt,
      };
      const choices =
        published?.rule_set_name === name
          ? choicesOfLot(
              await reference.ruleSetOf(published),
              {
                startPriceTiyin: published.start_price_tiyin,
                depositBp: published.deposit_bp,
                paymentWorkingDays: published.payment_working_days,
                rules: published.rules,
              },
              base.amountTiyin,
            )
          : {};
      const problems = await problemsOf(name, figures, inForce.figures);
      return {
        lot: published && {
          lotId: published.id,
          title: published.title,
          startPriceTiyin: published.start_price_tiyin,
          ruleSet: published.rule_set_name,
        },
        before: termsOfStartPrice(inForce, lot, calendar, choices),
        after:
          problems.length > 0 ? null : termsOfStartPrice({ ...inForce, figures }, lot, calendar, choices),
        problems,
      };
    },

    async list(
      { kind, page, size }: { kind?: ProposedContent['kind'] | undefined; page: number; size: number },
      reader: Reader,
    ) {
      const { items, total } = await createProposals(db).page(kind, {
        limit: size,
        offset: (page - 1) * size,
      });
      return { items: await Promise.all(items.map((row) => view(row, reader))), total, page, size };
    },

    async propose(proposed: Proposed, by: ReferenceStaff & Reader): Promise<ReferenceProposal> {
      const id = await inTransaction(db, async (tx) => {
        await judge(tx, proposed);
        const { content, reason } = proposed;
        await turning.mustMayAsk(tx, matterOf(content), by.personId);
        const added = await createProposals(tx).add({ ...proposed, validFrom: startOf(content), by });
        if (added !== null) await record(tx, history('propose', content, { reason }), by);
        return added;
      });
      if (id === null) throw conflict('reference.proposed-already');
      return one(id, by);
    },

    /** The last writer counts as the proposer. */
    async change(
      id: number,
      seen: number,
      proposed: Proposed,
      by: ReferenceStaff & Reader,
    ): Promise<ReferenceProposal> {
      await onLocked(id, seen, 'change', async (tx, row) => {
        const { content, reason } = proposed;
        // Of another set: that would be another proposal.
        if (row.kind !== content.kind || row.target !== targetOf(content))
          throw conflict('reference.changed');
        await judge(tx, proposed);
        await turning.mustMayAsk(tx, matterOf(content), by.personId);
        // In place of what a colleague proposed.
        await turning.turnDown(tx, matterOf(content), { by: by.personId, askedBy: row.proposed_by });
        await createProposals(tx).change(id, { ...proposed, validFrom: startOf(content), by });
        await record(tx, history('change', content, { before: row.content, reason }), by);
      });
      return one(id, by);
    },

    async approve(id: number, seen: number, by: ReferenceStaff & Reader): Promise<ReferenceProposal> {
      await onLocked(id, seen, 'approve', async (tx, row) => {
        await mustBeSecond(tx, row, by);
        await mustStillDecide(tx, row.proposed_by, 'writeReference');
        const { content, base } = row;
        await judge(tx, { base, content, reason: row.reason });
        await createProposals(tx).end(id, 'approve', by, null);
        const editing = createRulesEditing(tx);
        if (content.kind === 'base-amount')
          await editing.setBaseAmount(content.validFrom, content.amountTiyin);
        else
          await editing.addVersion({
            name: content.name,
            version: Number(base) + 1,
            figures: content.figures,
            validFrom: startOf(content),
          });
        await record(tx, history('approve', content, {}), by);
      });
      return one(id, by);
    },

    async turnDown(
      id: number,
      seen: number,
      note: string,
      by: ReferenceStaff & Reader,
    ): Promise<ReferenceProposal> {
      await onLocked(id, seen, 'turn-down', async (tx, row) => {
        await mustBeSecond(tx, row, by);
        await turning.turnDown(tx, matterOf(row.content), { by: by.personId, askedBy: row.proposed_by });
        await createProposals(tx).end(id, 'turn-down', by, note);
        await record(tx, history('turn-down', row.content, { reason: note }), by);
      });
      return one(id, by);
    },

    async withdraw(id: number, by: ReferenceStaff & Reader): Promise<ReferenceProposal> {
      await onLocked(id, null, 'withdraw', async (tx, row) => {
        if (row.proposed_by !== by.personId) throw conflict('reference.not-own');
        await turning.takeBack(tx, matterOf(row.content), by.personId);
        await createProposals(tx).end(id, 'withdraw', by, null);
        await record(tx, history('withdraw', row.content, {}), by);
      });
      return one(id, by);
    },
  };
}

/** @param ahead how many places after the one in force */
const stateOf = (ahead: number): 'past' | 'in-force' | 'coming' =>
  ahead === 0 ? 'in-force' : ahead > 0 ? 'coming' : 'past';
