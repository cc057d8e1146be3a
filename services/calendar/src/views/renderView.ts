import { type Html, html } from '@almanac/pages';
import type { AskedView, ViewSlug } from './askedView.ts';
import type { View } from './calendarView.ts';
import { dayView } from './dayView.ts';
import { filterChoices } from './filterChoices.ts';
import { filterForm } from './filterForm.ts';
import { latestPastView, listView } from './listView.ts';
import { monthView } from './monthView.ts';
import type { PageContext } from './pageContext.ts';
import { readFilters } from './viewFilters.ts';
import { frameView, turning } from './viewFrame.ts';
import { noncesElement } from './viewNonces.ts';
import { weekView } from './weekView.ts';

const kinds: Readonly<Record<ViewSlug, View>> = {
  list: listView,
  month: monthView,
  week: weekView,
  day: dayView,
  'latest-past': latestPastView,
};

export interface RenderedView {
  readonly html: Html;
  /** The title of the view, as text. */
  readonly title: string;
  readonly found: number;
  readonly exists: boolean;
}

/** Renders a view of the calendar, for its page and for `cal/views/v2/html`. */
export const renderView = async (context: PageContext, asked: AskedView): Promise<RenderedView> => {
  const { calendar, request, renderContext } = context;
  const { filters, chips } = await readFilters(context, asked.filters);
  const body = await kinds[asked.slug]({ context, asked, filters, chips });
  const choices = await filterChoices(context, asked, body);
  const form = filterForm({ asked, chips, choices }, renderContext);
  const nonces = noncesElement(request.principal, calendar);
  const { enabled_views: offered } = calendar.settings.current();
  const html = frameView({ asked, offered, body, chips, filterForm: form, nonces }, renderContext);
  return {
    html,
    title: body.heading,
    found: body.found,
    exists: body.exists && !asked.isNowhere,
  };
};

/** Renders the form of a view that other sites show in a frame: without filters, scripts and links to other views. */
export const renderEmbeddedView = async (context: PageContext, asked: AskedView): Promise<RenderedView> => {
  const { filters, chips } = await readFilters(context, asked.filters);
  const body = await kinds[asked.slug]({ context, asked, filters, chips });
  return {
    html: html`${turning(body, asked, context.renderContext)}${body.html}`,
    title: body.heading,
    found: body.found,
    exists: body.exists && !asked.isNowhere,
  };
};
