import { Box, Button, Link as TextLink } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Title, useTranslate } from 'react-admin';
import { Link, useSearchParams } from 'react-router';
import { plainText } from '../../form/postSource.ts';
import { STATUSES } from '../../form/RecordList.tsx';
import { Action } from '../../parts/Action.tsx';
import { clockText } from '../../parts/dates.ts';
import { Failed } from '../../parts/Failed.tsx';
import { type Row, request } from '../../shell/client.ts';
import { capitalized, languageTag, site } from '../../shell/site.ts';

const MOST_ON_PAGE = 50;

const weekday = new Intl.DateTimeFormat(languageTag, { weekday: 'short' });

/** Returns a day as `2027-01-05`. */
const dayOf = (date: Date): string => date.toLocaleDateString('sv');

/** Returns the days of the weeks of a month. */
const daysOf = (month: string): Date[] => {
  const first = new Date(`${month}-01T12:00`);
  const lead = (first.getDay() - site.weekStart + 7) % 7;
  const length = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
  const cells = Math.ceil((lead + length) / 7) * 7;
  return Array.from(
    { length: cells },
    (_, index) => new Date(first.getFullYear(), first.getMonth(), 1 - lead + index, 12),
  );
};

const readMonth = async (from: string, to: string): Promise<Row[]> => {
  const events: Row[] = [];
  for (let page = 1; ; page++) {
    const query = { starts_before: `${to} 23:59:59`, ends_after: `${from} 00:00:00`, per_page: MOST_ON_PAGE, page };
    const { data } = await request('GET', '/cal/events/v1/events', { query });
    events.push(...data.events);
    if (page >= data.total_pages) return events;
  }
};

const shifted = (month: string, by: number): string => {
  const date = new Date(`${month}-15T12:00`);
  date.setMonth(date.getMonth() + by);
  return dayOf(date).slice(0, 7);
};

/** On phones the month is a list of its days with events. */
const listed = {
  '& thead, & td:not(:has(li))': { display: 'none' },
  '&, & :is(tbody, tr, td)': { display: 'block', height: 'auto' },
};

const EventLink = ({ event }: { readonly event: Row }) => {
  const translate = useTranslate();
  const status = event.status !== 'publish' && STATUSES.find(({ id }) => id === event.status)?.name;
  const parts = [!event.all_day && clockText(event.start_date), plainText(event.title), status && translate(status)];
  return (
    <Button
      component={Link}
      to={`/calendar/events/${event.id}`}
      size="small"
      sx={{
        display: 'block',
        p: 0.25,
        lineHeight: 1.25,
        minWidth: 0,
        overflowWrap: 'anywhere',
        ...(status && { fontStyle: 'italic' }),
      }}
    >
      {parts.filter(Boolean).join(' · ')}
    </Button>
  );
};

interface DayProps {
  readonly day: Date;
  readonly isOutside: boolean;
  readonly events: readonly Row[];
}

/** A day, whose number leads to the form of a new event on it. */
const Day = ({ day, isOutside, events }: DayProps) => {
  const translate = useTranslate();
  const start = { start_date: `${dayOf(day)} 19:00:00`, end_date: `${dayOf(day)} 20:00:00` };
  const isToday = dayOf(day) === dayOf(new Date());
  const name = new Intl.DateTimeFormat(languageTag, { day: 'numeric', month: 'long' }).format(day);
  return (
    <Box
      component="td"
      aria-current={isToday ? 'date' : undefined}
      sx={{ verticalAlign: 'top', height: 110, p: 0.5, border: 1, borderColor: 'divider' }}
    >
      <TextLink
        component={Link}
        to={`/calendar/events/create?${new URLSearchParams({ source: JSON.stringify(start) })}`}
        aria-label={translate('Add an event on %{day}', { day: name })}
        underline="hover"
        variant="body2"
        sx={{
          display: 'inline-block',
          minWidth: 24,
          px: 0.5,
          lineHeight: '24px',
          borderRadius: 1,
          color: isOutside ? 'text.secondary' : 'text.primary',
          ...(isToday && { bgcolor: 'primary.main', color: 'primary.contrastText', fontWeight: 700 }),
        }}
      >
        <Box component="span" sx={{ display: { sm: 'none' } }}>
          {weekday.format(day)}{' '}
        </Box>
        {day.getDate()}
      </TextLink>
      {events.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
          {events.map((event) => (
            <li key={event.id}>
              <EventLink event={event} />
            </li>
          ))}
        </Box>
      )}
    </Box>
  );
};

/** The events of a month by day. */
export const Month = () => {
  const [parameters] = useSearchParams();
  const month = parameters.get('month') ?? dayOf(new Date()).slice(0, 7);
  const days = daysOf(month);
  const [from = '', to = ''] = [days[0], days.at(-1)].map((day) => day && dayOf(day));
  const { data = [], error, refetch } = useQuery({ queryKey: ['month', month], queryFn: () => readMonth(from, to) });
  const named = new Intl.DateTimeFormat(languageTag, { month: 'long', year: 'numeric' });
  const name = capitalized(named.format(new Date(`${month}-15T12:00`)));
  const eventsOn = (day: string): Row[] =>
    data.filter(({ start_date: start, end_date: end }) => start.slice(0, 10) <= day && end.slice(0, 10) >= day);
  return (
    <Box sx={{ pt: 2 }}>
      <Title title={name} />
      <Box sx={{ display: 'flex', gap: 1, mb: 2, flexWrap: 'wrap' }}>
        <Action label="Earlier" to={`?month=${shifted(month, -1)}`} variant="outlined" />
        <Action label="Later" to={`?month=${shifted(month, 1)}`} variant="outlined" />
        <Action label="List" to="/calendar/events" sx={{ ml: 'auto' }} />
      </Box>
      {error && <Failed error={error} onRetry={refetch} />}
      <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label={name}>
        <Box
          component="table"
          sx={({ breakpoints }) => ({
            width: '100%',
            tableLayout: 'fixed',
            borderCollapse: 'collapse',
            bgcolor: 'background.paper',
            [breakpoints.down('sm')]: listed,
          })}
        >
          <thead>
            <tr>
              {days.slice(0, 7).map((day) => (
                <Box component="th" key={day.getDay()} scope="col" sx={{ p: 1, textAlign: 'left', fontWeight: 600 }}>
                  {weekday.format(day)}
                </Box>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7)).map((week) => (
              <tr key={String(week[0])}>
                {week.map((day) => (
                  <Day
                    key={dayOf(day)}
                    day={day}
                    isOutside={!dayOf(day).startsWith(month)}
                    events={eventsOn(dayOf(day))}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
    </Box>
  );
};
