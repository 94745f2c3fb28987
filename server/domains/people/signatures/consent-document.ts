import type { Language } from '#shared/i18n/languages.ts';
import { formatDate, tashkentDateTime } from '#shared/time/tashkent.ts';
import type { Texts } from '#server/platform/language/index.ts';
import type { ConsentVersion } from './consents.repository.ts';
import { legalBlocks, plainText } from './legal-text.ts';
import type { Signatory } from './signatures.policy.ts';

export interface ConsentToSign {
  version: ConsentVersion;
  language: Language;
  figures: Readonly<Record<string, string>>;
  person: Signatory;
  requestId: string;
  at: Date;
}

const dayText = (day: string): string => formatDate(Date.parse(`${day}T00:00:00+05:00`));

/**
 * The text a person signs: UTF-8, the complete offer and contract, with the person's data. It contains its request id, so
 * that its signature fits no other request.
 */
export function consentDocument(texts: Pick<Texts, 'text'>, of: ConsentToSign): Buffer {
  const { version, language, figures, person } = of;
  const say = (key: string, values?: Record<string, string | number>) =>
    texts.text(language, `e-signature:document.${key}`, values);
  const number = person.kind === 'legal' ? person.stir : person.pinfl;
  const head = [
    say('title'),
    say('version', { version: version.version, day: dayText(version.effectiveOn) }),
    say('signer', { name: person.name }),
    say(person.kind === 'legal' ? 'stir' : 'pinfl', { number: number ?? '' }),
    say('made', { at: tashkentDateTime(of.at.getTime()) }),
    say('request', { id: of.requestId }),
  ].join('\n');
  const parts = (['offer', 'contract'] as const).map((part) =>
    [say(part), plainText(legalBlocks(version[part], language, figures))].join('\n\n'),
  );
  return Buffer.from(`${[head, say('agree'), ...parts].join('\n\n\n')}\n`, 'utf8');
}
