import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import {
  Admin,
  CustomRoutes,
  type I18nProvider,
  localStorageStore,
  Resource,
  ResourceContextProvider,
} from 'react-admin';
import { BrowserRouter, Route } from 'react-router';
import { rooms } from '../rooms/rooms.ts';
import { authProvider } from './authProvider.ts';
import { dataProvider } from './dataProvider.ts';
import { Frame } from './Frame.tsx';
import type { Entry } from './room.ts';
import { site } from './site.ts';
import { darkTheme, lightTheme } from './theme.ts';

const styles = createCache({ key: 'css', nonce: site.styleNonce, prepend: true });
const store = localStorageStore('1', 'almanac');
const entries = rooms.flatMap((room) => room.entries);
const Start = entries.find(({ path }) => path === '')?.screen;

const tableOf = ({ path, label, source, list, create, edit, screen, representation }: Entry) =>
  source &&
  !screen && (
    <Resource
      key={path}
      name={path}
      options={{ label }}
      list={list}
      create={create}
      edit={edit}
      {...(representation !== undefined && { recordRepresentation: representation })}
    />
  );

const screenOf = ({ path, screen: Screen }: Entry) =>
  Screen &&
  path !== '' && (
    <Route
      key={path}
      path={`/${path}/*`}
      element={
        <ResourceContextProvider value={path}>
          <Screen />
        </ResourceContextProvider>
      }
    />
  );

/** The whole console. Unknown addresses show a page that says so. */
export const App = ({ i18nProvider }: { readonly i18nProvider: I18nProvider }) => (
  <CacheProvider value={styles}>
    <BrowserRouter basename={site.base}>
      <Admin
        title={site.name}
        authProvider={authProvider}
        dataProvider={dataProvider}
        i18nProvider={i18nProvider}
        store={store}
        layout={Frame}
        {...(Start && { dashboard: () => <Start /> })}
        theme={lightTheme}
        darkTheme={darkTheme}
        loginPage={false}
        disableTelemetry
        requireAuth
      >
        {entries.map(tableOf)}
        <CustomRoutes>{entries.map(screenOf)}</CustomRoutes>
      </Admin>
    </BrowserRouter>
  </CacheProvider>
);
