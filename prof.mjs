// node prof.mjs URL [cookiefile]: CPU profile of a load, self time by function, by file; and long runs
import { chromium } from '@playwright/test';
const [url, login, password] = process.argv.slice(2);
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox','--disable-gpu'] });
const c = await b.newContext({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true });
const p = await c.newPage();
const site = new URL(url).origin;
if (login) { await p.goto(site + '/api/shop/auth/login?return=%2Fhome'); await p.fill('input[name=login]', login); await p.fill('input[name=password]', password); await p.press('input[name=password]', 'Enter'); await p.waitForURL('**/home'); await p.waitForTimeout(2000); }
const q = await c.newPage();
const s = await c.newCDPSession(q);
await s.send('Profiler.enable'); await s.send('Profiler.setSamplingInterval', { interval: 200 }); await s.send('Profiler.start');
await q.goto(url); await q.waitForTimeout(5000);
const { profile } = await s.send('Profiler.stop');
await q.screenshot({ path: '/tmp/prof.png' });
const byId = new Map(profile.nodes.map((n) => [n.id, n]));
const parent = new Map(); for (const n of profile.nodes) for (const ch of n.children ?? []) parent.set(ch, n.id);
const self = new Map(); const total = new Map();
profile.samples.forEach((id, i) => { const d = profile.timeDeltas[i] / 1000; self.set(id, (self.get(id) ?? 0) + d); });
const label = (n) => `${n.callFrame.functionName || '(anon)'} ${n.callFrame.url.split('/').pop().slice(0, 28)}:${n.callFrame.lineNumber}:${n.callFrame.columnNumber}`;
const agg = new Map(), files = new Map(), tot = new Map();
for (const [id, d] of self) { const n = byId.get(id); const l = label(n); agg.set(l, (agg.get(l) ?? 0) + d); const f = n.callFrame.url.split('/').pop() || n.callFrame.functionName; files.set(f, (files.get(f) ?? 0) + d);
  const seen = new Set(); let x = id; while (x !== undefined) { const ll = label(byId.get(x)); if (!seen.has(ll)) { seen.add(ll); tot.set(ll, (tot.get(ll) ?? 0) + d); } x = parent.get(x); } }
const top = (m, k) => [...m].filter(([l]) => !/^\((idle|root)\)/.test(l)).sort((a, b) => b[1] - a[1]).slice(0, k).map(([l, d]) => `${d.toFixed(1).padStart(7)} ${l}`).join('\n');
console.log('FILES\n' + top(files, 25)); console.log('SELF\n' + top(agg, 30)); console.log('TOTAL\n' + top(tot, 45));
await b.close();
