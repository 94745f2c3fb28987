import { useNavigate } from 'react-router-dom';
import { paths } from '#client/lib/paths.ts';

/** To the page before; the first page of a visit has none, and leads home. */
export function useBack(): () => void {
  const navigate = useNavigate();
  return () => void (window.history.length > 1 ? navigate(-1) : navigate(paths.home()));
}
