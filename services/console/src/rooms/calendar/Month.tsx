import { Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Title } from 'react-admin';
import { Link, useSearchParams } from 'react-router';
import { plainText } from '../../form/postSource.ts';
import { Action } from '../../parts/Action.tsx';
import { clockText } from '../../parts/dates.ts';
import { type Row, request } from '../../shell/client.ts';
import { languageTag } from '../../shell/site.ts';

const MOST_ON_PAGE = 50;

const dayOf = (date: Date): string =>
  [date.getFullYear(), String(date.getMonth() + 1).padStart(2, '0'), String(date.getDate()).padStart(2, '0')].join('-');

/** Returns the days of the weeks of a month, from Monday on. */
const daysOf = (month: string): Date[] => {
  const first = new Date(`${month}-01T12:00`);
  const lead = (first.getDay() + 6) % 7;
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

/** The events of a month by day. */
export const Month = () => {
  const [parameters] = useSearchParams();
  const month = parameters.get('month') ?? dayOf(new Date()).slice(0, 7);
  const days = daysOf(month);
  const [from = '', to = ''] = [days[0], days.at(-1)].map((day) => day && dayOf(day));
  const { data = [] } = useQuery({ queryKey: ['month', month], queryFn: () => readMonth(from, to) });
  const name = new Intl.DateTimeFormat(languageTag, { month: 'long', year: 'numeric' }).format(
    new Date(`${month}-15T12:00`),
  );
  const weekday = new Intl.DateTimeFormat(languageTag, { weekday: 'short' });
  const eventsOn = (day: string): Row[] =>
    data.filter(({ start_date: start, end_date: end }) => start.slice(0, 10) <= day && end.slice(0, 10) >= day);
  return (
    <Box sx={{ pt: 2 }}>
      <Title title={name} />
      <Box sx={{ display: 'flex', gap: 1, mb: 2, flexWrap: 'wrap' }}>
        <Action label="Earlier" to={`?month=${shifted(month, -1)}`} />
        <Action label="Later" to={`?month=${shifted(month, 1)}`} />
        <Action label="List" to="/calendar/events" sx={{ ml: 'auto' }} />
      </Box>
      <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label={name}>
        <Box
          component="table"
          sx={{
            width: '100%',
            minWidth: 700,
            tableLayout: 'fixed',
            borderCollapse: 'collapse',
            bgcolor: 'background.paper',
          }}
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
                  <Box
                    component="td"
                    key={dayOf(day)}
                    sx={{ verticalAlign: 'top', height: 110, p: 0.5, border: 1, borderColor: 'divider' }}
                  >
                    <Typography
                      component="p"
                      variant="body2"
                      color={dayOf(day).startsWith(month) ? 'text.primary' : 'text.secondary'}
                      sx={{ fontWeight: dayOf(day) === dayOf(new Date()) ? 700 : 400 }}
                    >
                      {day.getDate()}
                    </Typography>
                    {eventsOn(dayOf(day)).map((event) => (
                      <Button
                        key={event.id}
                        component={Link}
                        to={`/calendar/events/${event.id}`}
                        size="small"
                        sx={{
                          display: 'block',
                          textAlign: 'left',
                          p: 0.25,
                          lineHeight: 1.25,
                          minWidth: 0,
                          width: '100%',
                        }}
                      >
                        {event.all_day ? '' : `${clockText(event.start_date)} `}
                        {plainText(event.title)}
                      </Button>
                    ))}
                  </Box>
                ))}
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
    </Box>
  );
};
