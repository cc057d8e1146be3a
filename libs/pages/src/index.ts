export { pageCatalogues } from './catalogues.ts';
export {
  dayText,
  dayTimeSeparator,
  fullDayText,
  isOwnLanguage,
  monthText,
  shortDayText,
  shortMonthText,
  timeText,
  weekdayText,
  weekStart,
  zoneText,
} from './dateText.ts';
export { inline, plain, plainLines, summary, webAddress } from './displayedText.ts';
export { embedAnswer, embedLinks } from './embedPage.ts';
export { errorPage, errorTexts } from './errorPage.ts';
export { pageNotFound } from './errors.ts';
export { Html, html, joined, type Piece, trusted } from './html.ts';
export { foreignAttributes, languageAttributes, languageLabel } from './languageAttributes.ts';
export {
  type Breadcrumb,
  calendarInterface,
  FAVICON,
  feedLink,
  type Page,
  type PageLink,
  recordLink,
  steps,
} from './layout.ts';
export { findNamedTerm, namedTerm } from './namedTerm.ts';
export { amountText, listOf, numberText, sentenceList } from './numberText.ts';
export {
  cachedAnswer,
  cachedParts,
  NOT_STORED,
  type PageOptions,
  pageAnswer,
  redirectTo,
  withoutId,
} from './pageAnswer.ts';
export { isOpened, openingCookie, passwordForm, protectedNote } from './pagePassword.ts';
export { archiveAnswer, archivePaths, pageRoute } from './pageRoute.ts';
export { pageScript, scriptAnswer } from './pageScript.ts';
export { createGuessBounds } from './passwordGuesses.ts';
export { withProviderCards } from './providerCards.ts';
export { homeAddress, pageAddress, type RenderContext, renderContextOf, runsAgainst } from './renderContext.ts';
export { securityHeaders } from './security.ts';
export { inEveryLanguage, type Versions, versionsAt } from './versions.ts';
export { formField, sentText, TRAP_FIELD, trapField } from './visitorForm.ts';
export {
  type Channel,
  FEED_FORM,
  type FeedFormat,
  type FeedItem,
  faviconAnswer,
  feedAddress,
  feedAnswers,
  feedFormats,
  SITEMAP_PAGE,
  sitemapAnswer,
  sitemapIndexAnswer,
  sitemapRecords,
} from './xml.ts';
