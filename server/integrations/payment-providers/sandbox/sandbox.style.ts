/** Style shared by all pretend checkouts, resembling none of the providers; light and dark, from small phones on. */
export const PRETEND_STYLE = `
:root{color-scheme:light dark;--ground:#f3f6fb;--card:#fff;--ink:#17202e;--muted:#55617a;--line:#cfd8e6;--warn:#fff3d6;
--warn-ink:#5c4300;--warn-line:#e8c66a;--focus:#1552c4}
@media (prefers-color-scheme:dark){:root{--ground:#11161f;--card:#1a212d;--ink:#e9eef7;--muted:#a5b1c6;--line:#36425a;
--warn:#3a2f10;--warn-ink:#ffe3a1;--warn-line:#7a6322;--focus:#86b1ff}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--ground);color:var(--ink);
font:400 1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
.frame{width:100%;max-width:30rem;margin:0 auto;padding:1.25rem 1rem 2rem;display:grid;gap:1rem}
.frame.wide{max-width:56rem}
.pretend{display:flex;gap:.75rem;align-items:flex-start;margin:0;padding:.75rem 1rem;border:1px solid var(--warn-line);
border-radius:12px;background:var(--warn);color:var(--warn-ink)}
.pretend p{margin:0}
.pretend b{display:block}
.pretend svg{flex:none;margin-top:.125rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:16px;padding:1.5rem;display:grid;gap:1.25rem}
.plate{display:inline-block;padding:.25rem .75rem;border-radius:8px;color:#fff;font-weight:700}
.plate[data-provider=payme]{background:#0b7c80}
.plate[data-provider=click]{background:#0057b8}
.plate[data-provider=uzum]{background:#6b16b5}
.plate[data-provider=paynet]{background:#166b2b}
h1{margin:0;font-size:1rem;font-weight:500;color:var(--muted)}
.sum{margin:0;font-size:2rem;line-height:1.2;font-weight:700;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.number{margin:.25rem 0 0;color:var(--muted)}
fieldset{margin:0;padding:0;border:0;display:grid;gap:.5rem}
legend{padding:0;margin-bottom:.5rem;font-weight:600}
.choice{display:flex;gap:.75rem;align-items:center;padding:.75rem 1rem;min-height:3.5rem;border:1px solid var(--line);
border-radius:12px;cursor:pointer}
.choice:has(input:checked){border-color:var(--focus);box-shadow:inset 0 0 0 1px var(--focus)}
.choice input{width:1.25rem;height:1.25rem;flex:none;accent-color:var(--focus)}
.choice b{display:block;font-variant-numeric:tabular-nums}
.choice small{color:var(--muted);font-size:.875rem}
.actions{display:grid;gap:.5rem}
button,.button{display:block;width:100%;min-height:3rem;padding:.625rem 1rem;border:1px solid var(--line);
border-radius:12px;background:transparent;color:inherit;font:inherit;font-weight:600;text-align:center;
text-decoration:none;cursor:pointer}
.primary{border-color:transparent;background:#1552c4;color:#fff}
.primary:hover{background:#0f3f99}
button.small{display:inline-block;width:auto;min-height:2.75rem;padding:.375rem .75rem}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem}
nav a,.quiet{display:inline-flex;align-items:center;min-height:2.75rem;color:inherit}
nav a[aria-current]{font-weight:600;text-decoration:none}
ul.payments{list-style:none;margin:0;padding:0;display:grid;gap:.75rem}
ul.payments li{display:grid;gap:.5rem;padding:1rem;border:1px solid var(--line);border-radius:12px}
ul.payments p{margin:0;overflow-wrap:anywhere}
ul.payments form{display:flex;flex-wrap:wrap;gap:.5rem}
.reply{margin:0;padding:.75rem 1rem;border-radius:12px;border:1px solid var(--line);overflow-wrap:anywhere}
`;
