import { stripInvisible } from '../text/strip-invisible.ts';

/** Longest address mail servers accept (RFC 5321). */
const LONGEST = 254;

/**
 * An e-mail address in the form we store (trimmed, lower case, without invisible marks), or null. Deliberately simple: one @, a dotted domain,
 * no spaces or brackets; only a message can prove that it exists.
 */
export function parseEmail(text: string): string | null {
  const address = stripInvisible(text).trim().toLowerCase();
  if (address.length > LONGEST) return null;
  const [local, domain, more] = address.split('@');
  if (!local || !domain || more !== undefined || local.length > 64) return null;
  if (!/^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+$/.test(local) || /^\.|\.\.|\.$/.test(local)) return null;
  const labels = domain.split('.');
  if (labels.length < 2) return null;
  return labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label)) ? address : null;
}

/** `a•••@example.uz`: for everyone but its owner and operators. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at > 0 ? `${email.slice(0, 1)}•••${email.slice(at)}` : '•••';
}
