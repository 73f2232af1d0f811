export function App() {
  return <h1>Race Control</h1>
}
