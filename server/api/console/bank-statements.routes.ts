import path from 'node:path';
import type {
  BankLines,
  ImportOutcome,
  StatementImport,
} from '#server/domains/money/bank-statements/index.ts';
import type { FilesService } from '#server/domains/content/files/index.ts';
import { conflict, forbidden, notFound, ruleForbids, tooLarge } from '#server/platform/errors/index.ts';
import { registerContract, type Call, type HttpApp } from '#server/platform/http/index.ts';
import type { Texts } from '#server/platform/language/index.ts';
import type { DecideStatementLine, LineOutcome } from '#server/workflows/index.ts';
import {
  approveBankLine,
  bankLinePeople,
  bankLines,
  creditBankLine,
  ignoreBankLine,
  matchBankLine,
  rejectBankLine,
  reopenBankLine,
  returnBankLine,
  notifyRepeatedBankLine,
} from '#shared/api/console/bank-lines.ts';
import {
  bankDays,
  bankStatements,
  importStatement,
  previewStatement,
  refusedStatementRows,
  STATEMENT_LIMITS,
} from '#shared/api/console/bank-statements.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { receiveBytes } from '../receive-file.ts';

const STATEMENT_FILE = {
  fileBytes: STATEMENT_LIMITS.fileBytes,
  tooLarge: () => tooLarge('statements.too-large'),
};

function imported(done: ImportOutcome) {
  if (done.outcome === 'other-file') throw conflict('statements.other-file');
  if (done.outcome !== 'done') throw ruleForbids(`statements.${done.outcome}`);
  const { statementIds, added, known, refused } = done;
  return { statementIds, added, known, refused };
}

/** Statements of the bank: taken over, and read by staff. */
export function registerBankStatementRoutes(
  app: HttpApp,
  {
    files,
    statementImport,
    lines,
    texts,
  }: {
    files: FilesService;
    statementImport: StatementImport;
    lines: BankLines;
    texts: Pick<Texts, 'text'>;
  },
): void {
  registerContract(app, bankStatements, (call) => lines.statements(call.query));
  registerContract(app, bankDays, (call) => lines.days(call.query));
  registerContract(app, previewStatement, (call) =>
    receiveBytes(call, files, STATEMENT_FILE, async (bytes) => {
      const preview = await statementImport.preview(bytes, call.query.encoding);
      if (typeof preview === 'string') throw ruleForbids(`statements.${preview}`);
      return preview;
    }),
  );
  registerContract(app, refusedStatementRows, (call) =>
    receiveBytes(call, files, STATEMENT_FILE, async (bytes, name) => {
      const refused = await statementImport.refusedRows(bytes, call.query.encoding ?? null, (reason) =>
        texts.text(call.language, `console-statements:refusal.${reason}`),
      );
      if (typeof refused === 'string') throw ruleForbids(`statements.${refused}`);
      return { fileName: `${path.parse(name).name}-refused.csv`, csv: refused.csv };
    }),
  );
  registerContract(app, importStatement, (call) =>
    receiveBytes(call, files, STATEMENT_FILE, async (bytes, fileName) => {
      const { mark, reason = null, encoding = null } = call.query;
      const by = { personId: call.signedIn().personId, address: call.address };
      return imported(await statementImport.take(bytes, { fileName, mark, reason, encoding, by }));
    }),
  );
}

type SignedInCall = Pick<Call, 'signedIn' | 'address'>;

/** Lines of statements and the decisions about them. */
export function registerBankLineRoutes(app: HttpApp, lines: BankLines, deciding: DecideStatementLine): void {
  const viewerOf = (call: SignedInCall) => {
    const { personId, roles } = call.signedIn();
    const seesRequisites = hasRight(roles, 'seeRequisites');
    return { personId, decides: hasRight(roles, 'decideStatements'), seesRequisites };
  };
  const byOf = (call: SignedInCall) => {
    const { personId, name } = call.signedIn();
    return { personId, name, address: call.address };
  };
  const answer = (call: SignedInCall, lineId: number, outcome: LineOutcome) => {
    if (outcome === 'none') throw notFound();
    if (outcome === 'own-money') throw forbidden('statements.own-money');
    if (outcome !== 'done') throw conflict(`statements.${outcome}`);
    return lines.one(lineId, viewerOf(call));
  };

  registerContract(app, bankLines, (call) => lines.list(viewerOf(call), call.query));
  registerContract(app, bankLinePeople, async (call) => ({
    items: await lines.people(call.query.search, byOf(call)),
  }));
  registerContract(app, creditBankLine, async (call) => {
    const { lineId } = call.params;
    const { personId, settlementId = null } = call.body;
    return answer(call, lineId, await deciding.credit(lineId, { personId, settlementId }, byOf(call)));
  });
  registerContract(app, returnBankLine, async (call) => {
    const { lineId } = call.params;
    return answer(call, lineId, await deciding.giveBack(lineId, call.body.reason, byOf(call)));
  });
  registerContract(app, ignoreBankLine, async (call) => {
    const { lineId } = call.params;
    return answer(call, lineId, await deciding.ignore(lineId, call.body.reason, byOf(call)));
  });
  registerContract(app, matchBankLine, async (call) => {
    const { lineId } = call.params;
    const { kind, id, reason = null } = call.body;
    return answer(call, lineId, await deciding.match(lineId, { kind, id, reason }, byOf(call)));
  });
  registerContract(app, approveBankLine, async (call) => {
    const { lineId } = call.params;
    return answer(call, lineId, await deciding.approve(lineId, call.body.round, byOf(call)));
  });
  registerContract(app, rejectBankLine, async (call) => {
    const { lineId } = call.params;
    return answer(call, lineId, await deciding.reject(lineId, call.body, byOf(call)));
  });
  registerContract(app, notifyRepeatedBankLine, async (call) => {
    const { lineId } = call.params;
    const { lineId: like, same, reason } = call.body;
    return answer(call, lineId, await deciding.repeat(lineId, { like, same, reason }, byOf(call)));
  });
  registerContract(app, reopenBankLine, async (call) => {
    const { lineId } = call.params;
    return answer(call, lineId, await deciding.reopen(lineId, call.body.reason, byOf(call)));
  });
}
