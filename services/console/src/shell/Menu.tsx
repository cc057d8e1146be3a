import { List, ListItemButton, ListItemIcon, ListItemText, type Theme, useMediaQuery } from '@mui/material';
import { useSidebarState, useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router';
import { rooms } from '../rooms/rooms.ts';
import type { Entry, Room } from './room.ts';
import { useRights } from './useRights.ts';

const Item = ({ entry }: { readonly entry: Entry }) => {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const address = `/${entry.path}`;
  const isCurrent = pathname === address || pathname.startsWith(`${address}/`);
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  const [, setIsOpen] = useSidebarState();
  return (
    <li>
      <ListItemButton
        component={Link}
        to={address}
        selected={isCurrent}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={() => isSmall && setIsOpen(false)}
        dense
        sx={{ borderRadius: 1, mx: 1, pl: 5.5 }}
      >
        <ListItemText primary={translate(entry.label)} />
      </ListItemButton>
    </li>
  );
};

const RoomGroup = ({ room, entries }: { readonly room: Room; readonly entries: readonly Entry[] }) => {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const isOpen = pathname === `/${room.name}` || pathname.startsWith(`/${room.name}/`);
  const [first] = entries;
  const [isSidebarOpen] = useSidebarState();
  const Icon = room.icon;
  if (first === undefined) return null;
  const isSingle = entries.length === 1;
  const isHere = isOpen || (first.path === '' && pathname === '/');
  return (
    <li>
      <ListItemButton
        component={Link}
        to={`/${first.path}`}
        selected={isSingle && isHere}
        aria-current={isSingle && isHere ? 'page' : undefined}
        aria-label={translate(room.label)}
        dense
        sx={{ borderRadius: 1, mx: 1, px: 1.5 }}
      >
        <ListItemIcon sx={{ minWidth: 32, color: isHere ? 'primary.main' : 'text.secondary' }}>
          <Icon fontSize="small" />
        </ListItemIcon>
        <ListItemText
          primary={translate(room.label)}
          slotProps={{ primary: { sx: { fontWeight: isHere ? 650 : 500 }, noWrap: true } }}
        />
      </ListItemButton>
      {isOpen && isSidebarOpen && !isSingle && (
        <List disablePadding>
          {entries.map((entry) => (
            <Item key={entry.path} entry={entry} />
          ))}
        </List>
      )}
    </li>
  );
};

/** The rooms that the person may enter; the present one shows its addresses. */
export const Menu = () => {
  const may = useRights();
  const translate = useTranslate();
  return (
    <nav aria-label={translate('Main menu')}>
      <List sx={{ width: 240, maxWidth: '100%', py: 1 }}>
        {rooms.map((room) => (
          <RoomGroup key={room.name} room={room} entries={room.entries.filter(({ right }) => may(right))} />
        ))}
      </List>
    </nav>
  );
};
