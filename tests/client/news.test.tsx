import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConsoleNews } from '#client/features/site/news/console-news.tsx';
import { NewsArticleView } from '#client/features/site/news/news-article.tsx';
import { NewsList } from '#client/features/site/news/news-list.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import type { ConsoleNews as Item } from '#shared/api/site/news.ts';
import { EMPTY_CONTENT } from '#shared/content/texts.ts';
import { serve, show, type Answers } from './page.tsx';

const ARTICLE = {
  id: 7,
  title: 'A new feature',
  summary: 'In short.',
  publishedAtMs: 1_763_712_000_000,
  language: 'en',
  correctedAtMs: null,
  picture: null,
  morePictures: [],
  blocks: [
    { kind: 'heading', text: 'What changed' },
    { kind: 'paragraph', text: '<b>Nothing</b> dangerous.' },
    { kind: 'list', ordered: false, items: ['one', 'two'] },
  ],
};
const TEXTS = { title: 'Yangi', summary: 'Qisqa', body: 'Matn' };
const item = (given: Partial<Item> = {}): Item => ({
  id: 7,
  version: 1,
  state: 'draft',
  publishAtMs: null,
  texts: {
    uz: TEXTS,
    ru: TEXTS,
    'uz-Cyrl': EMPTY_CONTENT,
    en: EMPTY_CONTENT,
  },
  changes: [
    { version: 1, action: 'create', by: 'Operator Namuna', atMs: 1, publishAtMs: null, restoredFrom: null },
  ],
  ...given,
});

const NO_IMAGES = {
  items: [],
  usedBytes: 0,
  limits: { minCount: 0, count: 10, totalBytes: 1_000, fileBytes: 1_000 },
};

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['news', 'console-news', 'content', 'files', 'staff']);
});
afterEach(() => vi.unstubAllGlobals());

describe('news for everybody', () => {
  it('are listed with their day and lead to the article', async () => {
    const { id, title, summary: text, publishedAtMs, picture } = ARTICLE;
    const summary = { id, title, summary: text, publishedAtMs, picture };
    const asked = serve({
      'GET /api/shop/news': { body: { items: [summary], total: 1, page: 1, size: 10 } },
    });
    show(<NewsList />, '/news');
    expect(await screen.findByRole('link', { name: 'A new feature' })).toHaveAttribute('href', '/news/7');
    expect(asked[0]!.search.get('lang')).toBe('en');
  });

  it('say that there are none yet', async () => {
    serve({ 'GET /api/shop/news': { body: { items: [], total: 0, page: 1, size: 10 } } });
    show(<NewsList />, '/news');
    expect(await screen.findByText('No news yet')).toBeVisible();
  });

  it('are shown as plain text, whatever they contain', async () => {
    serve({ 'GET /api/shop/news/7': { body: ARTICLE } });
    show(<NewsArticleView id={7} absent={<p>absent</p>} />, '/news/7');
    expect(await screen.findByRole('heading', { level: 1, name: 'A new feature' })).toBeVisible();
    expect(screen.getByText('<b>Nothing</b> dangerous.')).toBeVisible();
    expect(screen.getAllByRole('listitem').map((each) => each.textContent)).toEqual(['one', 'two']);
  });

  it('that are gone open the page for what is not there, and a failure its own words', async () => {
    serve({ 'GET /api/shop/news/7': { status: 404, body: { ERROR: { code: 'not-found', message: 'x' } } } });
    show(<NewsArticleView id={7} absent={<p>absent</p>} />, '/news/7');
    expect(await screen.findByText('absent')).toBeVisible();
  });
});

describe('news for staff', () => {
  const open = (answers: Answers, at: string, role: 'operator' | 'auditor' = 'operator') => {
    useSession.setState({ me: { roles: [role] } as never });
    const asked = serve({ 'GET /api/shop/file/images': { body: NO_IMAGES }, ...answers });
    show(<ConsoleNews />, at);
    return asked;
  };

  it('are saved as a draft with a preview beside the text, and published after a question', async () => {
    const asked = open(
      {
        'POST /api/console/news': { body: item() },
        'GET /api/console/news/7': { body: item() },
        'POST /api/console/news/7/publish': { body: item({ state: 'published', version: 2 }) },
      },
      '/console/news?item=new',
    );
    const user = userEvent.setup();
    expect(screen.getByRole('button', { name: 'Save draft' })).toBeDisabled();
    await user.type(screen.getByLabelText('Title'), 'Yangi');
    await user.type(screen.getByRole('textbox', { name: /^Text/ }), '- bir');
    expect(within(screen.getByRole('region', { name: 'Preview' })).getByRole('listitem')).toHaveTextContent(
      'bir',
    );
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/console/news?item=7'));
    const time = await screen.findByLabelText('Time (Tashkent)');
    await user.type(time, '10:00');
    expect(screen.getByRole('button', { name: 'Publish then' })).toBeDisabled();
    await user.clear(time);
    await user.click(await screen.findByRole('button', { name: 'Publish now' }));
    expect(asked.some(({ path }) => path.endsWith('/publish'))).toBe(false);
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish' }));
    await waitFor(() =>
      expect(asked.find(({ path }) => path.endsWith('/publish'))!.body).toEqual({ version: 1, atMs: null }),
    );
    expect(await screen.findByRole('button', { name: 'Archive' })).toBeVisible();
  });

  it('sent again are the same draft, and with other texts another one, so that an answer that was lost loses no text', async () => {
    const asked = open(
      {
        'POST /api/console/news': { status: 503, body: { ERROR: { code: 'unavailable', message: 'Busy' } } },
      },
      '/console/news?item=new',
    );
    const user = userEvent.setup();
    const save = async (times: number) => {
      await user.click(screen.getByRole('button', { name: 'Save draft' }));
      await waitFor(() => expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(times));
      await waitFor(() => expect(screen.getByRole('button', { name: 'Save draft' })).toBeEnabled());
    };
    await user.type(screen.getByLabelText('Title'), 'Yangi');
    await save(1);
    await save(2);
    await user.type(screen.getByLabelText('Title'), ' narsa');
    await save(3);
    const ids = asked
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => (body as { requestId: string }).requestId);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it('changed meanwhile by somebody else lose nothing: the text stays until the new version is opened', async () => {
    open(
      {
        'GET /api/console/news/7': { body: item() },
        'PUT /api/console/news/7': {
          status: 409,
          body: { ERROR: { code: 'news.changed', message: 'Somebody else has changed this item.' } },
        },
      },
      '/console/news?item=7',
    );
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText('Title'), ' own');
    expect(screen.getByText('Save the text first.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Somebody else has changed this item.');
    expect(screen.getByLabelText('Title')).toHaveValue('Yangi own');
    await user.click(screen.getByRole('button', { name: 'Open the new version' }));
    await waitFor(() => expect(screen.getByLabelText('Title')).toHaveValue('Yangi'));
  });

  it('are only read by auditors', async () => {
    open({ 'GET /api/console/news/7': { body: item() } }, '/console/news?item=7', 'auditor');
    expect(await screen.findByLabelText('Title')).toHaveAttribute('readonly');
    expect(screen.queryByRole('button', { name: /Save|Publish/ })).toBeNull();
  });
});
