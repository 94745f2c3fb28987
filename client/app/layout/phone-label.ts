/** `+998712000000` as people write it: `+998 71 200 00 00`; other numbers stay as they are. */
export function phoneLabel(dialled: string): string {
  const match = /^\+998(\d{2})(\d{3})(\d{2})(\d{2})$/.exec(dialled);
  return match ? `+998\u00a0${match.slice(1).join('\u00a0')}` : dialled;
}
