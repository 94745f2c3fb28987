import '#client/theme/index.ts';

/** Lets the browser handle pending input before the next piece. */
const yieldToInput = () => new Promise((resolve) => setTimeout(resolve));

// Piece by piece, each in a task of its own: read as one, they would hold a slow phone for a quarter of a second.
await import('react-dom/client');
await yieldToInput();
await import('#client/i18n/i18n.ts');
await yieldToInput();
await import('./providers.tsx');
await yieldToInput();
const { boot } = await import('./boot.tsx');
await yieldToInput();
await boot();
