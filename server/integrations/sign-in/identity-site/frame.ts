import type { IncomingMessage } from 'node:http';
import type { PageFrame, SiteMode } from './pages/layout.ts';
import { chooseLanguage, siteTexts } from './texts.ts';

export interface FrameSettings {
  publicUrl: string;
  supportPhone: string;
  supportEmail: string;
  twinsAllowed: boolean;
  reach: { standInsExposed: boolean };
}

const modeOf = ({ twinsAllowed, reach }: FrameSettings): SiteMode =>
  reach.standInsExposed ? 'open' : twinsAllowed ? 'twins' : 'real';

/** What surrounds a page: its language, texts and the way back to the product. `chosen` is the language picked here. */
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
