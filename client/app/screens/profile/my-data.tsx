import { MyData } from '#client/features/profile/my-data.tsx';

/** /profile/my-data: what the person has told of themselves. */
export default function MyDataScreen() {
  return <MyData />;
}
