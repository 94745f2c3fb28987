/** Of a page that stays one file. */
export const VERIFY_STYLES = `
:root { color-scheme: light dark; --line: #b9c3cf; --good: #0a6b35; --bad: #ae231b; font: 16px/1.5 system-ui, sans-serif; }
@media (prefers-color-scheme: dark) { :root { --line: #4a5563; --good: #7fd6a2; --bad: #ff9d94; } }
body { margin: 0; }
main { max-width: 760px; margin: 0 auto; padding: 24px 16px 64px; overflow-wrap: anywhere; }
nav { display: flex; flex-wrap: wrap; gap: 8px; }
nav button { min-height: 36px; padding: 4px 12px; border: 1px solid var(--line); border-radius: 8px; background: none; color: inherit; font: inherit; cursor: pointer; }
nav button[aria-pressed='true'] { font-weight: 600; border-color: currentcolor; }
h1 { line-height: 1.2; }
h2 { font-size: 18px; margin: 0; }
.drop { display: grid; gap: 8px; padding: 24px; border: 2px dashed var(--line); border-radius: 12px; cursor: pointer; }
.drop:focus-within { outline: 3px solid currentcolor; }
.code { display: flex; flex-wrap: wrap; gap: 8px; align-items: end; margin-top: 16px; }
.code label { display: grid; gap: 4px; flex: 1 1 280px; }
.code textarea { box-sizing: border-box; width: 100%; padding: 8px; border: 1px solid var(--line); border-radius: 8px; background: none; color: inherit; font: 14px/1.4 ui-monospace, monospace; }
.code button { min-height: 36px; padding: 4px 12px; border: 1px solid var(--line); border-radius: 8px; background: none; color: inherit; font: inherit; cursor: pointer; }
.code p, .code video { flex: 1 0 100%; margin: 0; }
.code video { max-width: 100%; border-radius: 8px; }
article { margin-top: 16px; padding: 16px; border: 2px solid var(--bad); border-radius: 12px; }
article[data-proven='true'] { border-color: var(--good); }
.verdict { font-weight: 600; color: var(--bad); }
article[data-proven='true'] .verdict { color: var(--good); }
dl { display: grid; grid-template-columns: minmax(120px, 220px) 1fr; gap: 4px 16px; }
dt { opacity: 0.75; }
dd { margin: 0; }
@media (max-width: 500px) { dl { grid-template-columns: 1fr; } dd { margin-bottom: 8px; } }
`;
