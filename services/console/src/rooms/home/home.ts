import HomeIcon from '@mui/icons-material/HomeOutlined';
import type { Room } from '../../shell/room.ts';
import { Home } from './Home.tsx';

export const home: Room = {
  name: 'home',
  label: 'Home',
  icon: HomeIcon,
  entries: [{ path: '', label: 'Home', screen: Home }],
};
