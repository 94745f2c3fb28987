import { readDay, readMoney } from '#server/platform/tables/index.ts';
import type { RowRefusal } from '#shared/api/console/bank-statements.ts';
import { nodesAt, statementParts, textAt, type XmlNode } from './camt-parts.ts';
import {
  accountIn,
  createBreather,
  emptyStatement,
  joinPage,
  lineText,
  refusedRow,
  type ParsedFile,
  type ParsedLine,
  type ParsedStatement,
} from './parsed-statement.ts';
import { stirIn } from './purpose.ts';

const START_BYTES = 4_096;

/** An ISO 20022 statement (camt.053) or report (camt.052). */
export const looksLikeCamt = (bytes: Uint8Array): boolean =>
  /<(?:\w+:)?Document\b[^>]*camt\.05[23]|<(?:\w+:)?BkToCstmr(?:Stmt|AcctRpt)\b/.test(
    Buffer.from(bytes.subarray(0, START_BYTES)).toString('latin1'),
  );

const dayAt = (node: XmlNode, name: string): string | null =>
  readDay((textAt(node, name, 'Dt') || textAt(node, name, 'DtTm')).replace(/(?:Z|[+-]\d{2}:\d{2})$/, ''));

/** The account of a node: IBAN, or the number of another scheme. */
const accountAt = (node: XmlNode, ...path: string[]): string =>
  textAt(node, ...path, 'Id', 'IBAN') || textAt(node, ...path, 'Id', 'Othr', 'Id');

/** `1000.00` and nothing else: a document of this kind has no other way to write a sum. */
const sumAt = (text: string): number | null =>
  /^\d{1,15}(?:\.\d{1,2}0{0,3})?$/.test(text) ? readMoney(text.replace(/(\.\d{2})0+$/, '$1')) : null;

function takeBalance(statement: ParsedStatement, node: XmlNode): boolean {
  const kind = textAt(node, 'Tp', 'CdOrPrtry', 'Cd');
  if (!['OPBD', 'PRCD', 'CLBD'].includes(kind)) return true;
  const size = sumAt(textAt(node, 'Amt'));
  const day = dayAt(node, 'Dt');
  if (size === null || day === null) return false;
  const tiyin = textAt(node, 'CdtDbtInd') === 'DBIT' ? -size : size;
  statement.currency ??= nodesAt(node, 'Amt')[0]?.attributes.Ccy ?? null;
  if (kind === 'CLBD') {
    statement.toDay ??= day;
    joinPage(statement, { closingTiyin: tiyin });
  } else if (kind === 'OPBD' || statement.openingTiyin === null) {
    if (kind === 'OPBD') statement.fromDay ??= day;
    statement.openingTiyin = tiyin;
  }
  return true;
}

/** The other side of a movement, where money came from or went to. */
function partyOf(details: XmlNode | undefined, side: ParsedLine['side']) {
  if (!details) return { partyName: null, partyAccount: null, partyMfo: null, partyStir: null };
  const party = side === 'credit' ? 'Dbtr' : 'Cdtr';
  const of = (...path: string[]) =>
    textAt(details, 'RltdPties', party, ...path) || textAt(details, 'RltdPties', party, 'Pty', ...path);
  const account = accountAt(details, 'RltdPties', `${party}Acct`);
  const bank = (...path: string[]) => textAt(details, 'RltdAgts', `${party}Agt`, 'FinInstnId', ...path);
  const stir = of('Id', 'OrgId', 'Othr', 'Id') || of('Id', 'PrvtId', 'Othr', 'Id');
  return {
    partyName: lineText(of('Nm')),
    partyAccount: accountIn(account) ?? (account || null),
    partyMfo: lineText(bank('ClrSysMmbId', 'MmbId') || bank('Othr', 'Id')),
    partyStir: /^(?:\d{9}|\d{14})$/.test(stir) ? stir : stirIn(of('Nm')),
  };
}

/** The movements of an entry: one, or one for each transaction that it sums up. */
function linesOf(node: XmlNode, row: number, statement: ParsedStatement): ParsedLine[] | RowRefusal {
  const status = textAt(node, 'Sts', 'Cd') || textAt(node, 'Sts');
  if (status !== '' && status !== 'BOOK') return 'not-booked';
  const currency = nodesAt(node, 'Amt')[0]?.attributes.Ccy ?? '';
  if (statement.currency !== null && currency !== '' && currency !== statement.currency) return 'currency';
  const amount = sumAt(textAt(node, 'Amt'));
  if (!amount) return 'amount';
  const mark = textAt(node, 'CdtDbtInd');
  if (mark !== 'CRDT' && mark !== 'DBIT') return 'direction';
  const side = mark === 'CRDT' ? 'credit' : 'debit';
  const bookedOn = dayAt(node, 'BookgDt') ?? dayAt(node, 'ValDt');
  const valueOn = dayAt(node, 'ValDt') ?? bookedOn;
  if (!bookedOn || !valueOn) return 'date';
  const details = nodesAt(node, 'NtryDtls', 'TxDtls');
  const lineOf = (of: XmlNode | undefined, amountTiyin: number): ParsedLine => ({
    row,
    bookedOn,
    valueOn,
    side,
    amountTiyin,
    reference: lineText(
      (of && textAt(of, 'Refs', 'AcctSvcrRef')) || (details.length > 1 ? '' : textAt(node, 'AcctSvcrRef')),
    ),
    document: lineText(
      of
        ? textAt(of, 'Refs', 'EndToEndId').replace(/^NOTPROVIDED$/, '') || textAt(of, 'Refs', 'InstrId')
        : '',
    ),
    purpose:
      lineText(
        of
          ? nodesAt(of, 'RmtInf', 'Ustrd')
              .map(({ text }) => text)
              .join(' ')
          : '',
      ) ??
      lineText((of && textAt(of, 'AddtlTxInf')) || textAt(node, 'AddtlNtryInf')) ??
      '',
    ...partyOf(of, side),
  });
  if (details.length <= 1) return [lineOf(details[0], amount)];
  const sums = details.map((each) => sumAt(textAt(each, 'Amt') || textAt(each, 'AmtDtls', 'TxAmt', 'Amt')));
  const isSplit =
    sums.every((sum) => sum !== null && sum > 0) && sums.reduce((all, sum) => all! + sum!, 0) === amount;
  return isSplit ? details.map((each, at) => lineOf(each, sums[at]!)) : 'amount';
}

/** Statements of ISO 20022 (camt.053). Entities that a document declares itself are not read. */
export async function parseCamt(chunks: AsyncIterable<Uint8Array>): Promise<ParsedFile> {
  const file: ParsedFile = { format: 'camt053', statements: [], refused: [], table: null };
  const breathe = createBreather();
  let entry = 0;
  const shown = (node: XmlNode): string =>
    [node.text, ...node.children.map(shown)]
      .map((text) => text.trim())
      .filter(Boolean)
      .join(' ');
  try {
    for await (const { statement: number, node } of statementParts(chunks)) {
      await breathe();
      while (file.statements.length < number) file.statements.push(emptyStatement());
      const statement = file.statements[number - 1]!;
      if (node.name === 'Acct') {
        const written = accountAt({ name: '', attributes: {}, text: '', children: [node] }, 'Acct');
        statement.account = accountIn(written) ?? (written || null);
        statement.currency ??= textAt(node, 'Ccy') || null;
      } else if (node.name === 'ElctrncSeqNb' || node.name === 'Id') statement.number ??= lineText(node.text);
      else if (node.name === 'Bal') {
        if (!takeBalance(statement, node)) file.refused.push(refusedRow(entry, 'field', shown(node)));
      } else if (node.name === 'Ntry') {
        entry += 1;
        const lines = linesOf(node, entry, statement);
        if (typeof lines === 'string') file.refused.push(refusedRow(entry, lines, shown(node)));
        else statement.lines.push(...lines);
      }
    }
  } catch {
    // Not retried: the document ends here. What was read of it lacks its rest, which the balances say, too.
    file.refused.push(refusedRow(entry + 1, 'damaged', ''));
  }
  return file;
}
