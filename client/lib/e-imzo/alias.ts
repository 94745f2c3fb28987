import type { SignerKey } from './browser-signer.ts';

/** `2025.01.10 10:00:00`, the hour of Tashkent. */
function dateOf(text: string | undefined): Date {
  const parts = /^(\d{4})\.(\d\d)\.(\d\d) (\d\d:\d\d:\d\d)$/.exec(text ?? '');
  return parts ? new Date(`${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}+05:00`) : new Date(Number.NaN);
}

/**
 * What the application tells of a certificate in one text, `cn=aliyev ali,…,1.2.860.3.16.1.2=3010…,validto=…`. A name
 * may hold commas: only a comma before `KEY=` ends a part. Null for a certificate without a number to know its owner by,
 * or one whose days cannot be read.
 */
export function readAlias(alias: string): Omit<SignerKey, 'id' | 'place'> | null {
  const text = alias
    .toUpperCase()
    .replace(/1\.2\.860\.3\.16\.1\.1=/g, 'INN=')
    .replace(/1\.2\.860\.3\.16\.1\.2=/g, 'PINFL=');
  const parts = new Map<string, string>();
  for (const part of text.split(/,(?=[A-Z]+=)/)) {
    const at = part.indexOf('=');
    if (at > 0) parts.set(part.slice(0, at).trim(), part.slice(at + 1).trim());
  }
  const of = (name: string): string | null => parts.get(name) || null;
  const legalTin = of('INN');
  const [tin, pinfl] = [legalTin ?? of('UID'), of('PINFL')];
  const [validFrom, validTo] = [dateOf(parts.get('VALIDFROM')), dateOf(parts.get('VALIDTO'))];
  if ((tin === null && pinfl === null) || Number.isNaN(validFrom.getTime() + validTo.getTime())) return null;
  return {
    serial: of('SERIALNUMBER') ?? '',
    owner: of('CN') ?? '',
    kind: legalTin === null ? 'natural' : 'legal',
    pinfl,
    tin,
    validFrom,
    validTo,
  };
}
