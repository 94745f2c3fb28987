import type { IncomingMessage } from 'node:http';
import type { PageFrame, SiteMode } from './pages/layout.ts';
import { chooseLanguage, siteTexts } from './site-texts.ts';

export interface FrameSettings {
  publicUrl: string;
  supportPhone: string;
  supportEmail: string;
  sandboxesAllowed: boolean;
  reach: { standInsExposed: boolean };
}

const modeOf = ({ sandboxesAllowed, reach }: FrameSettings): SiteMode =>
  reach.standInsExposed ? 'open' : sandboxesAllowed ? 'twins' : 'real';

/** The frame of a page: language, texts and the link to the product. `chosen`: the language picked on this site. */
export function frameOf(
  settings: FrameSettings,
  req: IncomingMessage,
  wishes: { chosen?: unknown; uiLocales?: unknown } = {},
): PageFrame {
  const language = chooseLanguage(wishes.chosen, wishes.uiLocales, req.headers['accept-language']);
  return {
    language,
    text: siteTexts(language),
    productUrl: `${settings.publicUrl}/home`,
    mode: modeOf(settings),
    support: { phone: settings.supportPhone, email: settings.supportEmail },
  };
}
