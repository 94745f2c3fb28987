import type { Language, LocalizedText } from '#shared/i18n/localized.ts';

/** Initials on a coloured plate: readable on light and dark pages, without using anyone's trade mark. */
function wordmark(name: string, colour: string, width: number, height: number): string {
  const text = name.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const size = Math.min(height * 0.46, (width * 0.78) / (Math.max(3, name.length) * 0.66));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<rect width="${width}" height="${height}" rx="${height / 5}" fill="${colour}"/>` +
    `<text x="50%" y="50%" dominant-baseline="central" text-anchor="middle" fill="#fff" font-weight="700" ` +
    `font-family="system-ui,Segoe UI,Roboto,DejaVu Sans,sans-serif" font-size="${size.toFixed(1)}">${text}</text></svg>`
  );
}

export const PAYMENT_PROVIDERS = [
  { id: 1, name: 'Payme', url: 'https://payme.uz', colour: '#0b7c80' },
  { id: 2, name: 'Click', url: 'https://click.uz', colour: '#0057b8' },
  { id: 3, name: 'Uzum Bank', url: 'https://uzumbank.uz', colour: '#6b16b5' },
  { id: 4, name: 'Paynet', url: 'https://paynet.uz', colour: '#166b2b' },
] as const;

const PLATES = ['#1f4e8c', '#166b5c', '#6a3d8f', '#8a4b14', '#3b4a66', '#8c2f39'];

/** First letters of a name, as many as a plate shows. */
const lettersOf = (name: string): string =>
  name
    .split(/\s+/u)
    .map((word) => word[0]?.toUpperCase() ?? '')
    .join('')
    .slice(0, 4);

/** Logo of a payment provider; null: unknown provider. */
export function providerLogo(id: number): string | null {
  const found = PAYMENT_PROVIDERS.find((provider) => provider.id === id);
  return found ? wordmark(found.name, found.colour, 96, 32) : null;
}

/** First letters of the partner's name in the reader's language. */
export const partnerLogo = ({ id, name }: { id: number; name: LocalizedText }, language: Language): string =>
  wordmark(lettersOf(name[language]), PLATES[id % PLATES.length]!, 160, 56);
