import { Title } from 'react-admin';

/** The start of the console. */
export const Home = () => <Title title="Home" />;
