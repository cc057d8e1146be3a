import AccountCircle from '@mui/icons-material/AccountCircle';
import OpenInNew from '@mui/icons-material/OpenInNew';
import { ListItemText, MenuItem } from '@mui/material';
import { useEffect } from 'react';
import {
  AppBar,
  Layout,
  type LayoutProps,
  Logout,
  TitlePortal,
  ToggleThemeButton,
  UserMenu,
  useGetIdentity,
  useTranslate,
} from 'react-admin';
import { Action } from '../parts/Action.tsx';
import { Menu } from './Menu.tsx';
import { inLanguage, site } from './site.ts';

/** The languages of the console's texts. */
const TEXTS: ReadonlySet<string> = new Set(['en', 'fr', 'es']);

/** Keeps the title of the window equal to the heading of the screen. */
const useWindowTitle = () =>
  useEffect(() => {
    const heading = document.getElementById('react-admin-title');
    if (heading === null) return;
    const show = (): void => {
      document.title = [heading.textContent, site.name].filter(Boolean).join(' · ');
    };
    const observer = new MutationObserver(show);
    observer.observe(heading, { childList: true, characterData: true, subtree: true });
    show();
    return () => observer.disconnect();
  }, []);

const Account = () => {
  const translate = useTranslate();
  const { identity } = useGetIdentity();
  return (
    <UserMenu icon={<AccountCircle />} {...(identity?.fullName && { label: identity.fullName })}>
      <MenuItem component="a" href={`${site.base}/account`}>
        <ListItemText>{translate('Password and sessions')}</ListItemText>
      </MenuItem>
      {site.languages
        .filter(({ code }) => code !== site.language && TEXTS.has(code.split('-')[0] ?? ''))
        .map(({ code, name }) => (
          <MenuItem key={code} component="a" href={inLanguage(code)} lang={code}>
            <ListItemText>{name}</ListItemText>
          </MenuItem>
        ))}
      <Logout />
    </UserMenu>
  );
};

const Bar = () => {
  useWindowTitle();
  return (
    <AppBar
      color="inherit"
      elevation={0}
      toolbar={<ToggleThemeButton />}
      userMenu={<Account />}
      sx={{ borderBottom: 1, borderColor: 'divider' }}
    >
      <TitlePortal component="h1" sx={{ m: 0, '& span': { display: 'inline' } }} />
      <Action
        label="View site"
        href={site.home}
        target="_blank"
        color="inherit"
        endIcon={<OpenInNew />}
        sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
      />
    </AppBar>
  );
};

/** The bar, the menu and the content of every screen. */
export const Frame = ({ children }: LayoutProps) => (
  // wide tables scroll by themselves
  <Layout
    appBar={Bar}
    menu={Menu}
    sx={{ minWidth: 0, '& :is(.RaLayout-content, .RaList-main, .RaList-content)': { minWidth: 0 } }}
  >
    {children}
  </Layout>
);
