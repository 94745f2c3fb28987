import type { ComponentType } from 'react';
import type { Role } from '#shared/api/contract.ts';

/** Words of the head in `seo:page.<name>`; the others take them from what the address names. */
export type FixedHead =
  | 'home'
  | 'lotList'
  | 'categories'
  | 'favourites'
  | 'news'
  | 'contact'
  | 'checkProtocol'
  | 'checkBlackList'
  | 'appLink'
  | 'openData'
  | 'status'
  | 'other';
type HeadOf = 'lot' | 'room' | 'result' | 'article' | 'helpPage';

/** What only the server reads; the build leaves it out of the browser's code. */
interface ServerSide {
  /** File of the screen below client/, as the build's manifest names it. */
  source: string;
  head: FixedHead | HeadOf;
  /** May be found by search engines. */
  indexed: boolean;
  /** Reads of the API whose answers the server renders into the page, by the names of their contracts. */
  data: readonly string[];
  /** Numbers in the query that are common enough to be rendered on the server. */
  renderedQuery?: readonly string[];
  /** Parts that load by themselves and are in the rendered page: it needs their styles. */
  renderedParts?: readonly string[];
}

/** A screen: everything the router, the server's rendering, the head, the sitemap and the menus know of it. */
export interface AppRoute extends ServerSide {
  /** React Router's pattern; `:id` is a positive whole number, `:page` the name of a help page. */
  path: `/${string}`;
  load: () => Promise<ComponentType>;
  /** Namespaces of its texts beside the core ones. */
  texts: readonly string[];
  /** `plain` and `console`: without the header and the footer of the site. `cabinet` and `console` have their menus beside them. */
  layout: 'main' | 'plain' | 'cabinet' | 'console';
  /** Who opens it, or which roles have it in their menu; what a page shows is decided by the API. */
  access: 'everyone' | 'signed-in' | readonly Role[];
  /** Its own pages below it are routes of the screen itself. */
  nested?: true;
  /** Uses the whole of a wide window; the header and the footer are as wide as it is. */
  wide?: true;
  /** The header is one low bar, which the screen fills itself. */
  ownBar?: true;
  /** Ways among screens of one group, and among the pages of a nested one, do not scroll to the top. */
  scrollGroup?: 'profile' | 'orders';
  /** Rendered on the server, and loaded before the browser takes that over. */
  rendered: boolean;
}

/** A page with a place in the menu of the cabinet or the console. */
export interface MenuRoute extends AppRoute {
  /** The end of its address, and the key of its name in the texts of the menu. */
  page: string;
}

/** What the pages of one person have in common: no words of their own, and nothing that a visitor may read. */
export const PERSONAL = { rendered: false, head: 'other', indexed: false, data: [] } as const;

/** Of the console's pages alike. */
export const OF_CONSOLE = { ...PERSONAL, layout: 'console' } as const;

/** Wraps every entry: the build finds it by this name and leaves the server's side out of the browser's code. */
export const route = <const T extends AppRoute>(entry: T): T => entry;
