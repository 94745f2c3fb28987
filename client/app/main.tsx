import '#client/theme/index.ts';

/** What was pressed meanwhile is answered before the next piece. */
const breathe = () => new Promise((resolve) => setTimeout(resolve));

// Piece by piece, each in a task of its own: read as one, they would hold a slow phone for a quarter of a second.
await import('react-dom/client');
await breathe();
await import('#client/i18n/i18n.ts');
await breathe();
await import('./providers.tsx');
await breathe();
const { begin } = await import('./begin.tsx');
await breathe();
await begin();
