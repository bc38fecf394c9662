import {Checkbox, Form, Input, InputNumber, Select, Switch} from 'antd';
import {createRoot} from 'react-dom/client';

function App() {
  const [form] = Form.useForm();
  window.goal = () => form.getFieldsValue();
  return <Form form={form} initialValues={{name: 'old', count: 1, kind: 'a', on: false, agree: false}}>
    <Form.Item label="Name" name="name"><Input/></Form.Item>
    <Form.Item label="Count" name="count"><InputNumber/></Form.Item>
    <Form.Item label="Kind" name="kind"><Select options={[{value: 'a', label: 'Apple'}, {value: 'b', label: 'Berry'}]}/></Form.Item>
    <Form.Item label="On" name="on" valuePropName="checked"><Switch/></Form.Item>
    <Form.Item name="agree" valuePropName="checked"><Checkbox>Agree</Checkbox></Form.Item>
  </Form>;
}
createRoot(document.querySelector('#root')).render(<App/>);
